// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A gateway whose call to another service failed and may have taken effect.
// The caller of the gateway learns this, and may still retry.

#include <memory>
#include <string>
#include <vector>

#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/middle_server.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

ClientOptions OptionsWith(Idempotency idempotency) {
  ClientOptions options = QuickOptions();
  options.policy.everything().idempotency = idempotency;
  return options;
}

// caller -> gateway -> orders
class UnknownOutcomeTest : public ::testing::Test {
 protected:
  // Starts a gateway whose calls to orders have this idempotency.
  void StartGateway(Idempotency idempotency,
                    StatusCode instead = StatusCode::OK) {
    const auto forward =
        Forward(NewBatonChannel(orders_.address(), OptionsWith(idempotency)),
                LinkBy::kThread);
    gateway_ = std::make_unique<MiddleServer>(
        MiddleServer::Handler([forward, instead](grpc::ServerContext& context) {
          grpc::Status status = forward(context);
          return instead == StatusCode::OK ? status
                                           : grpc::Status(instead, "mine");
        }));
  }
  // Sends a request without Baton. Returns the advice of the gateway.
  std::vector<std::string> Advice(const std::string& header) {
    const auto context = NewContext(kPatience);
    if (!header.empty()) context->AddMetadata("retry-budget", header);
    const UnaryResult result = MakeUnaryCall(
        UnaryForm::kCqFinish, gateway_->NewChannel(), context, RequestOf("x"));
    EXPECT_FALSE(result.status.ok());
    return result.Trailers("retry-advice");
  }

  ScriptedServer orders_;
  std::unique_ptr<MiddleServer> gateway_;
};

constexpr char kGrant[] = "g=2,n=0,h=1";

TEST_F(UnknownOutcomeTest, IsRelayedWithoutAnObjection) {
  StartGateway(Idempotency::kNotIdempotent);
  orders_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_THAT(Advice(kGrant), ElementsAre(HasSubstr("r=ok,w=ambiguous")));
}

TEST_F(UnknownOutcomeTest, ReadOnlyCallRelaysNothing) {
  StartGateway(Idempotency::kNoSideEffects);
  orders_.Add(Fail(StatusCode::INTERNAL));
  EXPECT_THAT(Advice(kGrant), ElementsAre(Not(HasSubstr("ambiguous"))));
}

TEST_F(UnknownOutcomeTest, OtherCodeOfTheHandlerRelaysNothing) {
  StartGateway(Idempotency::kNotIdempotent, StatusCode::NOT_FOUND);
  orders_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_THAT(Advice(kGrant), ElementsAre(Not(HasSubstr("ambiguous"))));
}

TEST_F(UnknownOutcomeTest, CallerWithoutBatonGetsNoAdvice) {
  StartGateway(Idempotency::kNotIdempotent);
  orders_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_THAT(Advice(""), IsEmpty());
}

TEST_F(UnknownOutcomeTest, RequestThatMayBeRepeatedIsStillRetried) {
  StartGateway(Idempotency::kNotIdempotent);
  orders_.Add(Fail(StatusCode::UNAVAILABLE));
  const auto channel = NewBatonChannel(gateway_->address(),
                                       OptionsWith(Idempotency::kIdempotent));
  const auto context = NewContext(kPatience);
  EXPECT_TRUE(MakeUnaryCall(UnaryForm::kSync, channel, context, RequestOf("x"))
                  .status.ok());
  EXPECT_EQ(GetCallReport(*context)->attempts.size(), 2u);
}

// ABORTED alone means that the server rejected the request.
TEST_F(UnknownOutcomeTest, PassesThroughSeveralServices) {
  StartGateway(Idempotency::kNotIdempotent);
  orders_.Add(Fail(StatusCode::ABORTED)
                  .WithTrailer("retry-advice", "r=ok,w=ambiguous,u=0"));
  const auto channel = NewBatonChannel(
      gateway_->address(), OptionsWith(Idempotency::kNotIdempotent));
  const auto context = NewContext(kPatience);
  const UnaryResult result =
      MakeUnaryCall(UnaryForm::kSync, channel, context, RequestOf("x"));
  EXPECT_EQ(result.status.error_code(), StatusCode::ABORTED);
  EXPECT_THAT(result.Trailers("retry-advice"),
              ElementsAre(HasSubstr("w=ambiguous")));
  EXPECT_TRUE(GetCallReport(*context)->outcome_unknown);
}

}  // namespace
}  // namespace baton
