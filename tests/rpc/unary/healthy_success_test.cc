// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/healthy_success.h"

#include "absl/time/time.h"
#include "baton/call_report.h"
#include "baton/client_options.h"
#include "baton/rpc/call/first_attempt.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/planned_call.h"
#include "tests/rpc/support/two_attempts.h"

namespace baton::rpc {
namespace {

constexpr absl::Duration kTimeout = absl::Seconds(3);
constexpr absl::Duration kLatency = absl::Milliseconds(30);

class HealthySuccessTest : public ::testing::Test {
 protected:
  HealthySuccessTest()
      : call_("healthy-success", TwoAttempts(), kTimeout),
        first_(FirstAttempt::Start(call_.plan)),
        late_(call_.plan) {}

  void Succeed() {
    call_.runtime.Advance(kLatency);
    success_.Record(first_, grpc::Status::OK, call_.context, call_.plan);
  }
  CallReport Report() const {
    return success_.Report(first_, late_, call_.plan);
  }

  PlannedCall call_;
  FirstAttempt first_;
  LateChecks late_;
  HealthySuccess success_;
};

TEST_F(HealthySuccessTest, CallEndsNow) {
  Succeed();
  EXPECT_EQ(success_.ended_at(), call_.Now());
}

TEST_F(HealthySuccessTest, ReportHasOneAttempt) {
  Succeed();
  const CallReport report = Report();
  EXPECT_EQ(report.method, "/shop.v1.Inventory/Get");
  EXPECT_EQ(report.code, absl::StatusCode::kOk);
  EXPECT_EQ(report.stop_reason, StopReason::kSucceeded);
  EXPECT_EQ(report.lasted, kLatency);
  EXPECT_EQ(report.grant_used, 0);
  ASSERT_EQ(report.attempts.size(), 1u);
  EXPECT_EQ(report.attempts[0].code, absl::StatusCode::kOk);
}

TEST_F(HealthySuccessTest, ReportThatIsReadLaterIsTheSame) {
  Succeed();
  call_.runtime.Advance(kTimeout);
  EXPECT_EQ(Report().lasted, kLatency);
}

TEST_F(HealthySuccessTest, SuccessClosesTheBreakerOfTheMethod) {
  Succeed();
  EXPECT_TRUE(call_.plan.record->breaker.breaker.AllowsRetries(call_.Now()));
}

}  // namespace
}  // namespace baton::rpc
