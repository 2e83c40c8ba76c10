// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Units that a handler runs for its request.

#include <chrono>
#include <string>

#include "baton/real_clock.h"
#include "baton/server.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/kit/unit_rig.h"
#include "tests/rpc/support/middle_server.h"
#include "tests/support/calls/script_step.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::HasSubstr;

class UnitRequestTest : public ::testing::Test, protected UnitRig {
 protected:
  // Sends a request with this header to a handler that runs `body` in a unit.
  // Returns the trailers of the response.
  std::string AdviceFor(const std::string& header,
                        const RetryUnit::Body& body) {
    MiddleServer middle([&](grpc::ServerContext&) { return RunUnit(body); });
    const auto front = testing::v1::Scripted::NewStub(middle.NewChannel());
    grpc::ClientContext context;
    context.AddMetadata("retry-budget", header);
    const testing::v1::CallRequest request;
    testing::v1::CallResponse response;
    status = front->Call(&context, request, &response);
    const auto& trailers = context.GetServerTrailingMetadata();
    const auto found = trailers.find("retry-advice");
    return found == trailers.end()
               ? ""
               : std::string(found->second.data(), found->second.size());
  }

  grpc::Status status;
};

TEST_F(UnitRequestTest, UnitSpendsTheGrantOfItsRequest) {
  server.Otherwise(Fail(StatusCode::UNAVAILABLE));
  options.retry.max_attempts = 5;
  const std::string advice =
      AdviceFor("g=1,n=0,h=1", [&](UnitAttempt&) { return Call(); });
  EXPECT_EQ(report.runs, 2);
  EXPECT_EQ(report.stop_reason, StopReason::kGrantExhausted);
  EXPECT_EQ(server.attempts(), 2);
  EXPECT_THAT(advice, HasSubstr("u=1"));
}

TEST_F(UnitRequestTest, UnitWithoutGrantRunsOnce) {
  server.Otherwise(Fail(StatusCode::UNAVAILABLE));
  (void)AdviceFor("g=0,n=0,h=1", [&](UnitAttempt&) { return Call(); });
  EXPECT_EQ(report.runs, 1);
  EXPECT_EQ(report.stop_reason, StopReason::kNoGrant);
}

TEST_F(UnitRequestTest, UnknownOutcomeIsRelayedToTheCaller) {
  server.Otherwise(Fail(StatusCode::UNAVAILABLE));
  const std::string advice = AdviceFor("g=2,n=0,h=1", [&](UnitAttempt&) {
    return Call(Idempotency::kNotIdempotent);
  });
  EXPECT_TRUE(report.outcome_unknown);
  EXPECT_THAT(advice, HasSubstr("w=ambiguous"));
}

TEST_F(UnitRequestTest, UnitEndsWithTheDeadlineOfItsRequest) {
  options.total_time = absl::Hours(1);
  const RetryUnit::Body body = [&](UnitAttempt&) { return Call(); };
  MiddleServer middle([&](grpc::ServerContext&) { return RunUnit(body); });
  const auto front = testing::v1::Scripted::NewStub(middle.NewChannel());
  grpc::ClientContext context;
  context.set_deadline(SystemNow() + std::chrono::seconds(20));
  const testing::v1::CallRequest request;
  testing::v1::CallResponse response;
  EXPECT_TRUE(front->Call(&context, request, &response).ok());
  EXPECT_LT(server.AllAttempts().at(0).time_left, absl::Seconds(21));
}

}  // namespace
}  // namespace baton
