// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/report/attempt_reports.h"

#include <memory>
#include <string>

#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/call_report.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/attempt.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

using ::testing::IsNull;
using ::testing::NotNull;
using ::testing::SizeIs;

constexpr absl::Duration kStart = absl::Milliseconds(3);
constexpr absl::Duration kLasted = absl::Milliseconds(40);

AttemptFacts Numbered(int number) {
  AttemptFacts attempt;
  attempt.number = number;
  attempt.started_at = MonotonicTime() + number * kStart;
  return attempt;
}

std::shared_ptr<const AttemptFailure> Failure(const std::string& peer) {
  auto failure = std::make_shared<AttemptFailure>();
  failure->peer = peer;
  failure->message = "try later";
  return failure;
}

CallReport ReportOf(const AttemptReports& attempts) {
  CallReport report;
  attempts.CopyTo(report);
  return report;
}

TEST(AttemptReportsTest, CallWithoutAttemptsHasNoReports) {
  const AttemptReports attempts;
  EXPECT_TRUE(attempts.empty());
  EXPECT_THAT(ReportOf(attempts).attempts, SizeIs(0));
}

TEST(AttemptReportsTest, AttemptThatRunsHasTheResultOfADiscardedOne) {
  AttemptReports attempts;
  attempts.Add(Numbered(1), MonotonicTime());
  const AttemptReport report = ReportOf(attempts).attempts.front();
  EXPECT_EQ(report.code, absl::StatusCode::kCancelled);
  EXPECT_EQ(report.origin, AttemptOrigin::kCancelled);
  EXPECT_EQ(report.started_after, kStart);
}

TEST(AttemptReportsTest, ReportsKeepTheOrderOfTheStarts) {
  AttemptReports attempts;
  attempts.Add(Numbered(1), MonotonicTime());
  attempts.Add(Numbered(2), MonotonicTime());
  AttemptOutcome outcome;
  outcome.code = absl::StatusCode::kUnavailable;
  attempts.RecordEnd(Numbered(1), Numbered(1).started_at + kLasted, outcome);
  attempts.RecordDiscard(Numbered(2), Numbered(2).started_at + kLasted);
  const CallReport report = ReportOf(attempts);
  ASSERT_THAT(report.attempts, SizeIs(2));
  EXPECT_EQ(report.attempts[0].code, absl::StatusCode::kUnavailable);
  EXPECT_EQ(report.attempts[0].lasted, kLasted);
  EXPECT_EQ(report.attempts[1].code, absl::StatusCode::kCancelled);
  EXPECT_EQ(report.attempts[1].lasted, kLasted);
}

TEST(AttemptReportsTest, FailureOfTheServerIsKept) {
  AttemptReports attempts;
  attempts.Add(Numbered(1), MonotonicTime());
  attempts.KeepFailure(Numbered(1), Failure("ipv4:127.0.0.1:1"));
  AttemptOutcome outcome;
  outcome.code = absl::StatusCode::kUnavailable;
  attempts.RecordEnd(Numbered(1), MonotonicTime(), outcome);
  ASSERT_THAT(attempts.first().failure, NotNull());
  EXPECT_EQ(attempts.first().failure->message, "try later");
}

TEST(AttemptReportsTest, AttemptThatBatonEndedKeepsOnlyThePeer) {
  AttemptReports attempts;
  attempts.Add(Numbered(1), MonotonicTime());
  attempts.Add(Numbered(2), MonotonicTime());
  attempts.KeepFailure(Numbered(1), Failure("ipv4:127.0.0.1:1"));
  attempts.KeepFailure(Numbered(2), Failure(""));
  AttemptOutcome outcome;
  outcome.code = absl::StatusCode::kDeadlineExceeded;
  outcome.origin = AttemptOrigin::kAttemptTimeout;
  attempts.RecordEnd(Numbered(1), MonotonicTime(), outcome);
  attempts.RecordEnd(Numbered(2), MonotonicTime(), outcome);
  const CallReport report = ReportOf(attempts);
  ASSERT_THAT(report.attempts[0].failure, NotNull());
  EXPECT_EQ(report.attempts[0].failure->peer, "ipv4:127.0.0.1:1");
  EXPECT_EQ(report.attempts[0].failure->message, "");
  EXPECT_THAT(report.attempts[1].failure, IsNull());
}

}  // namespace
}  // namespace baton::rpc
