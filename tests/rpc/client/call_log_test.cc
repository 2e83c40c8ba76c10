// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/call_log.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/fake_clock.h"

namespace baton {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::IsNull;

// Returns the log lines of a call with this report.
std::vector<std::string> LinesOf(const CallReport& report) {
  std::vector<std::string> lines;
  const auto log = NewCallLog([&](const CallLogEntry& entry) {
    EXPECT_EQ(&entry.report, &report);
    lines.push_back(std::string(entry.line));
  });
  log->OnCallStart({})->OnCallEnd(report);
  return lines;
}

TEST(CallLogTest, FailedCallIsLogged) {
  CallReport report;
  report.code = absl::StatusCode::kUnavailable;
  report.attempts.resize(1);
  EXPECT_THAT(LinesOf(report), ElementsAre(OneLine(report)));
}

TEST(CallLogTest, CallThatFailedBeforeItsFirstAttemptIsLogged) {
  CallReport report;
  report.code = absl::StatusCode::kCancelled;
  EXPECT_THAT(LinesOf(report), ElementsAre(OneLine(report)));
}

TEST(CallLogTest, CallSavedByARetryIsLogged) {
  CallReport report;
  report.attempts.resize(2);
  EXPECT_THAT(LinesOf(report), ElementsAre(OneLine(report)));
}

TEST(CallLogTest, LineHasTheLatestFailureAndTheTrace) {
  CallReport report;
  report.code = absl::StatusCode::kUnavailable;
  report.attempts.resize(3);
  AttemptFailure failure;
  failure.peer = "ipv4:10.0.0.1:443";
  report.attempts[0].failure = std::make_shared<const AttemptFailure>(failure);
  failure = {"ipv4:10.0.0.2:443", "say \"when\"", "BUSY", "shop", "7c1"};
  report.attempts[1].failure = std::make_shared<const AttemptFailure>(failure);
  report.trace_id = "4bf92f3577b34da6a3ce929d0e0e4736";
  EXPECT_THAT(LinesOf(report),
              ElementsAre(OneLine(report) +
                          ", peer ipv4:10.0.0.2:443, reason BUSY of shop, "
                          "request id 7c1, message \"say \\\"when\\\"\", "
                          "trace 4bf92f3577b34da6a3ce929d0e0e4736"));
}

TEST(CallLogTest, SuccessAtTheFirstAttemptIsNotLogged) {
  CallReport report;
  report.attempts.resize(1);
  EXPECT_THAT(LinesOf(report), IsEmpty());
}

TEST(CallLogTest, LinesAboveTheLimitAreCountedInTheNextLine) {
  support::FakeClock clock;
  CallLogOptions options;
  options.max_lines_per_second = 2;
  options.clock = &clock;
  std::vector<int64_t> omitted;
  std::string last;
  const auto log = NewCallLog(
      [&](const CallLogEntry& entry) {
        omitted.push_back(entry.omitted);
        last = std::string(entry.line);
      },
      options);
  CallReport report;
  report.code = absl::StatusCode::kUnavailable;
  for (int i = 0; i < 5; ++i) log->OnCallStart({})->OnCallEnd(report);
  EXPECT_THAT(omitted, ElementsAre(0, 0));
  clock.Advance(absl::Milliseconds(500));
  for (int i = 0; i < 2; ++i) log->OnCallStart({})->OnCallEnd(report);
  EXPECT_THAT(omitted, ElementsAre(0, 0, 3));
  EXPECT_EQ(last, OneLine(report) + ", 3 lines omitted");
  clock.Advance(absl::Hours(1));
  for (int i = 0; i < 5; ++i) log->OnCallStart({})->OnCallEnd(report);
  EXPECT_THAT(omitted, ElementsAre(0, 0, 3, 1, 0));
}

TEST(CallLogTest, NullWriterMakesANullLog) {
  EXPECT_THAT(NewCallLog(nullptr), IsNull());
}

}  // namespace
}  // namespace baton
