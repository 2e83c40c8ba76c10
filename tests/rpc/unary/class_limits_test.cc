// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Reports of calls that end with the limits for throttling and contention.

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"

namespace baton {
namespace {

using ::testing::HasSubstr;

class ClassLimitsCallTest : public ::testing::Test {
 protected:
  ClassLimitsCallTest() {
    retry().classifier.retryable_codes.Add(absl::StatusCode::kAborted);
    retry().edge_grant = 4;
  }

  RetryOptions& retry() { return options_.policy.everything().retry; }

  CallReport Call() {
    const auto stub = testing::v1::Scripted::NewStub(
        NewBatonChannel(server_.address(), options_));
    grpc::ClientContext context;
    const testing::v1::CallRequest request;
    testing::v1::CallResponse response;
    status_ = stub->Call(&context, request, &response);
    const std::optional<CallReport> report = GetCallReport(context);
    if (report.has_value()) return *report;
    ADD_FAILURE() << "no report";
    return {};
  }

  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
  grpc::Status status_;
};

TEST_F(ClassLimitsCallTest, ContentionIsRetriedUpToItsOwnMaximum) {
  server_.Otherwise(Fail(grpc::StatusCode::ABORTED));
  retry().contention.max_attempts = 4;
  const CallReport report = Call();
  EXPECT_EQ(server_.attempts(), 4);
  EXPECT_EQ(report.attempts[1].wait_cause, WaitCause::kContentionBackoff);
  EXPECT_EQ(report.stop_reason, StopReason::kContentionAttemptsExhausted);
  EXPECT_THAT(OneLine(report), HasSubstr("contention_attempts_exhausted"));
  EXPECT_THAT(status_.error_message(),
              HasSubstr("contention_attempts_exhausted"));
}

TEST_F(ClassLimitsCallTest, ReportHasTheWaitThatExceededTheTimeOfItsClass) {
  server_.Otherwise(Fail(grpc::StatusCode::UNAVAILABLE).WithPushback("2000"));
  retry().throttled.max_time = absl::Seconds(1);
  const CallReport report = Call();
  EXPECT_EQ(server_.attempts(), 1);
  EXPECT_EQ(report.stop_reason, StopReason::kThrottledTimeExhausted);
  EXPECT_EQ(report.needed_wait_cause, WaitCause::kPushback);
  EXPECT_GE(report.needed_wait, absl::Seconds(2));
}

}  // namespace
}  // namespace baton
