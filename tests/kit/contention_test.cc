// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Writes that depend on the version of the data, through a real channel to a
// real server.

#include <string>
#include <utility>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/kit/unit_rig.h"
#include "tests/support/calls/script_step.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::HasSubstr;

class ContentionTest : public ::testing::Test, protected UnitRig {
 protected:
  ContentionTest() {
    contention.name = "rename";
    contention.total_time = kPatience;
    contention.retry.backoff.max = absl::Milliseconds(5);
    contention.retry.contention.backoff.max = absl::Milliseconds(5);
  }

  // Reads a version, and writes it with a mark. Calls have the idempotency that
  // a server without declarations has.
  grpc::Status Refresh() {
    return RefreshAndRetry<std::string, std::string>(
        contention,
        [this](std::string* latest) {
          ++reads;
          grpc::Status status = Call(Idempotency::kUnknown);
          *latest = payload;
          return status;
        },
        [](const std::string& latest, std::string* request) {
          *request = latest + "!";
          return grpc::Status::OK;
        },
        [this](const std::string& request) {
          written = request;
          return Call(Idempotency::kUnknown);
        },
        &report);
  }
  grpc::Status Verify(Verified verified) {
    return VerifyThenRetry(
        contention, [verified] { return verified; },
        [this] { return Call(Idempotency::kNotIdempotent); }, &report);
  }

  ContentionOptions contention;
  int reads = 0;
  std::string written;
};

TEST_F(ContentionTest, FailedPreconditionIsRetriedWithRefreshedData) {
  server.Add(Answer("v1"));
  server.Add(Fail(StatusCode::FAILED_PRECONDITION));
  server.Add(Answer("v2"));
  EXPECT_TRUE(Refresh().ok());
  EXPECT_EQ(reads, 2);
  EXPECT_EQ(written, "v2!");
  EXPECT_EQ(report.runs, 2);
}

TEST_F(ContentionTest, AbortedWriteIsRetriedWithRefreshedData) {
  server.Add(Answer("v1"));
  server.Add(Fail(StatusCode::ABORTED));
  server.Add(Answer("v2"));
  EXPECT_TRUE(Refresh().ok());
  EXPECT_EQ(written, "v2!");
}

TEST_F(ContentionTest, ConflictThatStaysEndsWithTheLimits) {
  server.Otherwise(Fail(StatusCode::ABORTED));
  contention.retry.max_attempts = 2;
  const grpc::Status status = Refresh();
  EXPECT_EQ(status.error_code(), StatusCode::ABORTED);
  EXPECT_EQ(report.runs, 2);
  EXPECT_EQ(report.stop_reason, StopReason::kAttemptsExhausted);
}

TEST_F(ContentionTest, LimitsOfThePolicyForContentionApply) {
  server.Otherwise(Fail(StatusCode::FAILED_PRECONDITION));
  contention.retry.contention.max_attempts = 3;
  EXPECT_FALSE(Refresh().ok());
  EXPECT_EQ(report.runs, 3);
  EXPECT_EQ(report.stop_reason, StopReason::kContentionAttemptsExhausted);
}

TEST_F(ContentionTest, ConflictsHaveShortWaitsAndTwoSeconds) {
  const ContentionOptions defaults;
  EXPECT_EQ(defaults.retry.contention.backoff.initial, absl::Milliseconds(5));
  EXPECT_EQ(defaults.retry.backoff.initial, absl::Milliseconds(5));
  EXPECT_EQ(defaults.total_time, absl::Seconds(2));
}

TEST_F(ContentionTest, WriteThatMayHaveTakenEffectIsNotRepeated) {
  server.Add(Answer("v1"));
  server.Add(Fail(StatusCode::UNAVAILABLE));
  const grpc::Status status = Refresh();
  EXPECT_EQ(status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_THAT(status.error_message(), HasSubstr("outcome unknown"));
  EXPECT_EQ(report.runs, 1);
}

TEST_F(ContentionTest, FailedReadIsRetriedWithoutADeclaration) {
  server.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_TRUE(Refresh().ok());
  EXPECT_EQ(reads, 2);
}

TEST_F(ContentionTest, InvalidOptionsAreReturned) {
  contention.name = "";
  const grpc::Status status = Refresh();
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("name: must not be empty"));
}

TEST_F(ContentionTest, AmbiguousWriteThatHappenedIsASuccess) {
  server.Add(Fail(StatusCode::INTERNAL));
  EXPECT_TRUE(Verify(Verified::kDone).ok());
  EXPECT_EQ(server.attempts(), 1);
}

TEST_F(ContentionTest, AmbiguousWriteThatDidNotHappenIsSentAgain) {
  server.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_TRUE(Verify(Verified::kNotDone).ok());
  EXPECT_EQ(server.attempts(), 2);
}

TEST_F(ContentionTest, AmbiguousWriteThatCannotBeVerifiedStaysUnknown) {
  server.Add(Fail(StatusCode::UNAVAILABLE));
  contention.retry.max_attempts = 1;
  const grpc::Status status = Verify(Verified::kUnknown);
  EXPECT_THAT(status.error_message(), HasSubstr("outcome unknown"));
  EXPECT_EQ(server.attempts(), 1);
}

}  // namespace
}  // namespace baton
