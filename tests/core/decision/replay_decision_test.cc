// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/replay_decision.h"

#include <string>

#include "baton/policy/status_code_set.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

using Code = absl::StatusCode;

TEST(ReplayDecisionTest, SixCodesLeaveTheOutcomeUnknown) {
  const StatusCodeSet unknown = {Code::kUnavailable, Code::kDeadlineExceeded,
                                 Code::kCancelled,   Code::kUnknown,
                                 Code::kInternal,    Code::kAborted};
  for (int code = 0; code <= 16; ++code) {
    const auto status = static_cast<Code>(code);
    EXPECT_EQ(EndOfRun(status, false),
              unknown.Contains(status) ? RunEnd::kUnknown : RunEnd::kFinal)
        << code;
  }
}

TEST(ReplayDecisionTest, FailureThatDidNothingFreesTheKey) {
  EXPECT_EQ(EndOfRun(Code::kUnavailable, true), RunEnd::kNotExecuted);
  EXPECT_EQ(EndOfRun(Code::kResourceExhausted, true), RunEnd::kNotExecuted);
}

TEST(ReplayDecisionTest, SuccessIsFinalAlthoughTheHandlerDidNothing) {
  EXPECT_EQ(EndOfRun(Code::kOk, true), RunEnd::kFinal);
}

TEST(ReplayDecisionTest, FirstAttemptHasNotRunBefore) {
  EXPECT_FALSE(MayHaveRun(RetryBudgetHeader(), false));
  EXPECT_TRUE(MayHaveRun(RetryBudgetHeader(), true));
}

TEST(ReplayDecisionTest, RetryAfterARefusalHasNotRunBefore) {
  RetryBudgetHeader header;
  header.attempts_made = 1;
  EXPECT_TRUE(MayHaveRun(header, false));
  header.reason = RetryBudgetHeader::Reason::kRefused;
  EXPECT_FALSE(MayHaveRun(header, false));
  header.attempts_made = 2;
  EXPECT_TRUE(MayHaveRun(header, false));
}

TEST(ReplayDecisionTest, FailingStoreServesOnlyReadsByDefault) {
  const StoreFailure by_default = ReplayOptions().store_failure;
  EXPECT_EQ(OnStoreFailure(by_default, true), ReplayResult::kRanUnguarded);
  EXPECT_EQ(OnStoreFailure(by_default, false), ReplayResult::kStoreFailed);
  EXPECT_EQ(OnStoreFailure(StoreFailure::kServe, false),
            ReplayResult::kRanUnguarded);
  EXPECT_EQ(OnStoreFailure(StoreFailure::kReject, true),
            ReplayResult::kStoreFailed);
}

TEST(ReplayDecisionTest, RejectionsWithoutARunAllowARetryLater) {
  for (const ReplayResult result :
       {ReplayResult::kStoreFull, ReplayResult::kTooManyWait,
        ReplayResult::kStoreFailed}) {
    const ReplayRejection rejection = RejectionOf(result, absl::Seconds(1));
    ASSERT_TRUE(rejection.advice.has_value());
    EXPECT_EQ(rejection.advice->verdict, RetryAdvice::Verdict::kAfter);
    EXPECT_GT(rejection.advice->delay, absl::ZeroDuration());
  }
}

TEST(ReplayDecisionTest, UnknownOutcomeForbidsARetry) {
  const ReplayRejection rejection =
      RejectionOf(ReplayResult::kUnknown, absl::ZeroDuration());
  EXPECT_EQ(rejection.code, Code::kFailedPrecondition);
  EXPECT_EQ(rejection.error_reason, "OUTCOME_UNKNOWN");
  EXPECT_EQ(rejection.advice->verdict, RetryAdvice::Verdict::kNo);
  EXPECT_EQ(rejection.advice->reason, RetryAdvice::Reason::kAmbiguous);
}

TEST(ReplayDecisionTest, FingerprintIsTheSameInAllProcesses) {
  EXPECT_EQ(FingerprintOf(""), 0xcbf29ce484222325);
  EXPECT_EQ(FingerprintOf("a"), 0xaf63dc4c8601ec8c);
}

TEST(ReplayDecisionTest, DifferentScopesHaveDifferentTexts) {
  const ReplayKey key{"/a/b", "c", "d"};
  EXPECT_NE(key.ToText(), (ReplayKey{"/a/b", "cd", ""}).ToText());
  EXPECT_NE(key.ToText(), (ReplayKey{"/a/b", "", "cd"}).ToText());
  EXPECT_NE(key.ToText(), (ReplayKey{"/a/bc", "", "d"}).ToText());
}

}  // namespace
}  // namespace baton::core
