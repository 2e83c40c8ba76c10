// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/error_text.h"

#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

CallReport FailedReport() {
  CallReport report;
  report.code = absl::StatusCode::kUnavailable;
  report.stop_reason = StopReason::kGrantExhausted;
  report.attempts.resize(2);
  report.lasted = absl::Milliseconds(12);
  return report;
}

const grpc::Status& Down() {
  static const grpc::Status status(grpc::StatusCode::UNAVAILABLE, "down");
  return status;
}

TEST(ErrorTextTest, StatusNamesAnUnknownOutcome) {
  CallReport report = FailedReport();
  report.outcome_unknown = true;
  EXPECT_EQ(Explained(Down(), report).error_message(),
            "down (2 attempts in 12ms, no retry: grant_exhausted, outcome "
            "unknown)");
}

TEST(ErrorTextTest, StatusOfAClearFailureNamesTheStopReasonOnly) {
  EXPECT_EQ(Explained(Down(), FailedReport()).error_message(),
            "down (2 attempts in 12ms, no retry: grant_exhausted)");
}

// Returns the report of a call with one attempt, after which the outcome is
// unknown.
CallReport UnknownAfterOneAttempt() {
  CallReport report = FailedReport();
  report.attempts.resize(1);
  report.attempts[0].origin = AttemptOrigin::kUnconfirmed;
  report.outcome_unknown = true;
  return report;
}

const grpc::Status& SocketClosed() {
  static const grpc::Status status(grpc::StatusCode::UNAVAILABLE,
                                   "Socket closed", "details");
  return status;
}

TEST(ErrorTextTest, TextOfGrpcNamesAnUnknownOutcomeAfterOneAttempt) {
  const grpc::Status status =
      Explained(SocketClosed(), UnknownAfterOneAttempt());
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(status.error_message(), "Socket closed (outcome unknown)");
  EXPECT_EQ(status.error_details(), "details");
}

TEST(ErrorTextTest, TextOfAServerStaysUnchangedAfterOneAttempt) {
  EXPECT_EQ(Explained(Down(), UnknownAfterOneAttempt()).error_message(),
            "down");
  CallReport report = UnknownAfterOneAttempt();
  report.attempts[0].origin = AttemptOrigin::kServer;
  EXPECT_EQ(Explained(SocketClosed(), report).error_message(), "Socket closed");
}

TEST(ErrorTextTest, ClearFailureStaysUnchangedAfterOneAttempt) {
  CallReport report = UnknownAfterOneAttempt();
  report.outcome_unknown = false;
  EXPECT_EQ(Explained(SocketClosed(), report).error_message(), "Socket closed");
}

TEST(ErrorTextTest, CancelledCallKeepsItsText) {
  CallReport report = UnknownAfterOneAttempt();
  report.stop_reason = StopReason::kCancelled;
  EXPECT_EQ(Explained(SocketClosed(), report).error_message(), "Socket closed");
}

TEST(ErrorTextTest, ForwardedNoteIsNotRepeated) {
  const grpc::Status forwarded(grpc::StatusCode::UNAVAILABLE,
                               "Socket closed (outcome unknown)");
  EXPECT_EQ(Explained(forwarded, UnknownAfterOneAttempt()).error_message(),
            forwarded.error_message());
}

}  // namespace
}  // namespace baton::rpc
