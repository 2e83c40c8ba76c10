// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/final_result.h"

#include "gtest/gtest.h"

namespace baton::core {
namespace {

using absl::StatusCode;

AttemptOutcome OutcomeOf(StatusCode code, AttemptOrigin origin) {
  AttemptOutcome outcome;
  outcome.code = code;
  outcome.origin = origin;
  return outcome;
}

TEST(HasFinalResultTest, SuccessIsFinal) {
  EXPECT_TRUE(HasFinalResult(OutcomeOf(StatusCode::kOk, AttemptOrigin::kServer),
                             OutcomeClass::kSuccess));
}

TEST(HasFinalResultTest, PermanentStatusOfTheServerIsFinal) {
  EXPECT_TRUE(
      HasFinalResult(OutcomeOf(StatusCode::kNotFound, AttemptOrigin::kServer),
                     OutcomeClass::kPermanent));
}

TEST(HasFinalResultTest, PermanentStatusWithoutServerIsNotFinal) {
  for (const AttemptOrigin origin :
       {AttemptOrigin::kUnconfirmed, AttemptOrigin::kAttemptTimeout,
        AttemptOrigin::kCallDeadline, AttemptOrigin::kCancelled}) {
    EXPECT_FALSE(HasFinalResult(OutcomeOf(StatusCode::kInternal, origin),
                                OutcomeClass::kPermanent));
  }
}

TEST(HasFinalResultTest, RetryableStatusIsNotFinal) {
  for (const OutcomeClass outcome_class :
       {OutcomeClass::kTransient, OutcomeClass::kTimeout,
        OutcomeClass::kThrottled, OutcomeClass::kContention,
        OutcomeClass::kCancelled, OutcomeClass::kExpired}) {
    EXPECT_FALSE(HasFinalResult(
        OutcomeOf(StatusCode::kUnavailable, AttemptOrigin::kServer),
        outcome_class));
  }
}

TEST(ShowsHealthTest, AnswersOfAHealthyServerShowHealth) {
  EXPECT_TRUE(ShowsHealth(OutcomeOf(StatusCode::kOk, AttemptOrigin::kServer),
                          OutcomeClass::kSuccess));
  for (const StatusCode code :
       {StatusCode::kNotFound, StatusCode::kFailedPrecondition,
        StatusCode::kUnimplemented}) {
    EXPECT_TRUE(ShowsHealth(OutcomeOf(code, AttemptOrigin::kServer),
                            OutcomeClass::kPermanent))
        << absl::StatusCodeToString(code);
  }
}

TEST(ShowsHealthTest, PermanentCodesOfAFailingServerShowNoHealth) {
  for (const StatusCode code :
       {StatusCode::kInternal, StatusCode::kUnknown, StatusCode::kDataLoss,
        StatusCode::kDeadlineExceeded, StatusCode::kResourceExhausted,
        StatusCode::kCancelled}) {
    const AttemptOutcome outcome = OutcomeOf(code, AttemptOrigin::kServer);
    EXPECT_FALSE(ShowsHealth(outcome, OutcomeClass::kPermanent))
        << absl::StatusCodeToString(code);
    EXPECT_FALSE(IsFailureForBreakers(outcome, OutcomeClass::kPermanent))
        << absl::StatusCodeToString(code);
  }
}

TEST(IsFinalResponseTest, AnswersOfAHealthyServerAreFinal) {
  for (const StatusCode code :
       {StatusCode::kOk, StatusCode::kNotFound, StatusCode::kAlreadyExists,
        StatusCode::kFailedPrecondition, StatusCode::kInvalidArgument,
        StatusCode::kPermissionDenied, StatusCode::kUnauthenticated,
        StatusCode::kOutOfRange, StatusCode::kUnimplemented}) {
    EXPECT_TRUE(IsFinalResponse(code)) << absl::StatusCodeToString(code);
  }
}

TEST(IsFinalResponseTest, FailuresOfTheServerAreNotFinal) {
  for (const StatusCode code :
       {StatusCode::kUnavailable, StatusCode::kDeadlineExceeded,
        StatusCode::kResourceExhausted, StatusCode::kInternal,
        StatusCode::kUnknown, StatusCode::kAborted, StatusCode::kCancelled,
        StatusCode::kDataLoss}) {
    EXPECT_FALSE(IsFinalResponse(code)) << absl::StatusCodeToString(code);
  }
}

TEST(IsRetryableResponseTest, OnlyCodesThatAPolicyMayRetryAreRetryable) {
  for (const StatusCode code :
       {StatusCode::kUnavailable, StatusCode::kDeadlineExceeded,
        StatusCode::kResourceExhausted, StatusCode::kInternal,
        StatusCode::kUnknown, StatusCode::kAborted}) {
    EXPECT_TRUE(IsRetryableResponse(code)) << absl::StatusCodeToString(code);
  }
  for (const StatusCode code :
       {StatusCode::kOk, StatusCode::kNotFound, StatusCode::kUnimplemented,
        StatusCode::kInvalidArgument, StatusCode::kUnauthenticated,
        StatusCode::kCancelled, StatusCode::kDataLoss}) {
    EXPECT_FALSE(IsRetryableResponse(code)) << absl::StatusCodeToString(code);
  }
}

TEST(IsFailureForBreakersTest, FailuresOfTheServerCount) {
  const AttemptOutcome failed =
      OutcomeOf(StatusCode::kUnavailable, AttemptOrigin::kServer);
  for (const OutcomeClass counted :
       {OutcomeClass::kTransient, OutcomeClass::kTimeout,
        OutcomeClass::kThrottled, OutcomeClass::kExpired}) {
    EXPECT_TRUE(IsFailureForBreakers(failed, counted)) << ToString(counted);
  }
  for (const OutcomeClass other :
       {OutcomeClass::kSuccess, OutcomeClass::kContention,
        OutcomeClass::kPermanent, OutcomeClass::kCancelled}) {
    EXPECT_FALSE(IsFailureForBreakers(failed, other)) << ToString(other);
  }
}

TEST(IsFailureForBreakersTest, CancellationByAServerThatStopsDoesNotCount) {
  EXPECT_FALSE(IsFailureForBreakers(
      OutcomeOf(StatusCode::kCancelled, AttemptOrigin::kUnconfirmed),
      OutcomeClass::kTransient));
}

}  // namespace
}  // namespace baton::core
