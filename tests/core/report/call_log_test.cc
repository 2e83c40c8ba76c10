// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/call_log.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::core {
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

TEST(CallLogTest, SuccessAtTheFirstAttemptIsNotLogged) {
  CallReport report;
  report.attempts.resize(1);
  EXPECT_THAT(LinesOf(report), IsEmpty());
}

TEST(CallLogTest, NullWriterMakesANullLog) {
  EXPECT_THAT(NewCallLog(nullptr), IsNull());
}

}  // namespace
}  // namespace baton::core
