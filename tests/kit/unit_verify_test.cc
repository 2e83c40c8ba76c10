// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Units that ask the application whether a failed run took effect.

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/kit/unit_rig.h"
#include "tests/support/calls/script_step.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::HasSubstr;

class UnitVerifyTest : public ::testing::Test, protected UnitRig {
 protected:
  // Runs a unit with one call that is not idempotent.
  grpc::Status Charge() {
    return RunUnit(
        [&](UnitAttempt&) { return Call(Idempotency::kNotIdempotent); });
  }
};

TEST_F(UnitVerifyTest, RunThatTookEffectIsASuccess) {
  server.Add(Fail(StatusCode::UNAVAILABLE));
  options.verify = [](const UnitAttempt&) { return Verified::kDone; };
  EXPECT_TRUE(Charge().ok());
  EXPECT_EQ(report.runs, 1);
  EXPECT_EQ(report.verifications, 1);
  EXPECT_EQ(server.attempts(), 1);
}

TEST_F(UnitVerifyTest, RunThatDidNotTakeEffectIsReplayed) {
  server.Add(Fail(StatusCode::UNAVAILABLE));
  options.verify = [](const UnitAttempt&) { return Verified::kNotDone; };
  EXPECT_TRUE(Charge().ok());
  EXPECT_EQ(report.runs, 2);
  EXPECT_EQ(server.attempts(), 2);
}

TEST_F(UnitVerifyTest, UnknownOutcomeStaysUnknown) {
  server.Add(Fail(StatusCode::UNAVAILABLE));
  options.verify = [](const UnitAttempt&) { return Verified::kUnknown; };
  const grpc::Status status = Charge();
  EXPECT_EQ(status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_THAT(status.error_message(), HasSubstr("outcome unknown"));
  EXPECT_TRUE(report.outcome_unknown);
  EXPECT_EQ(report.runs, 1);
}

TEST_F(UnitVerifyTest, VerifyRunsUnderItsOwnPolicy) {
  server.Add(Fail(StatusCode::UNAVAILABLE));
  server.Add(Fail(StatusCode::UNAVAILABLE, "the read of verify"));
  options.verify_retry.max_attempts = 2;
  options.verify = [&](const UnitAttempt&) {
    return Call(Idempotency::kNoSideEffects).ok() ? Verified::kDone
                                                  : Verified::kUnknown;
  };
  EXPECT_TRUE(Charge().ok());
  EXPECT_EQ(report.verifications, 2);
  // Each call of verify makes one attempt.
  EXPECT_EQ(server.attempts(), 3);
}

TEST_F(UnitVerifyTest, VerifyIsBoundByTheGrantOfTheUnit) {
  server.Otherwise(Fail(StatusCode::UNAVAILABLE));
  options.retry.edge_grant = 1;
  options.verify_retry.max_attempts = 5;
  options.verify = [&](const UnitAttempt&) { return Verified::kUnknown; };
  EXPECT_FALSE(Charge().ok());
  EXPECT_EQ(report.verifications, 2);
}

TEST_F(UnitVerifyTest, LastAmbiguousRunIsVerifiedBeforeTheUnitFails) {
  server.Otherwise(Fail(StatusCode::UNAVAILABLE));
  options.retry.max_attempts = 1;
  options.verify = [&](const UnitAttempt&) { return Verified::kDone; };
  const grpc::Status status = RunUnit([&](UnitAttempt&) { return Call(); });
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(report.verifications, 1);
}

TEST_F(UnitVerifyTest, ClearFailureIsNotVerified) {
  server.Add(Fail(StatusCode::INVALID_ARGUMENT));
  options.verify = [](const UnitAttempt&) { return Verified::kDone; };
  EXPECT_EQ(Charge().error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(report.verifications, 0);
}

}  // namespace
}  // namespace baton
