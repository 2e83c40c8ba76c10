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

TEST(ErrorTextTest, StatusAfterOneAttemptStaysUnchanged) {
  CallReport report = FailedReport();
  report.attempts.resize(1);
  report.outcome_unknown = true;
  EXPECT_EQ(Explained(Down(), report).error_message(), "down");
}

}  // namespace
}  // namespace baton::rpc
