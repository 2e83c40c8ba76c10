// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A gateway whose calls may not be repeated, and services below it whose calls
// may be. The gateway forwards its grant to them, unless an operator or an
// override has switched its retries off.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/server.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/middle_server.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;
using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

ClientOptions NotIdempotent() {
  ClientOptions options = QuickOptions();
  options.policy.everything().idempotency = Idempotency::kUnknown;
  return options;
}

// gateway -> orders -> stock. The calls of orders are idempotent.
class ForwardedGrantTest : public ::testing::Test {
 protected:
  // Restarts the gateway with these calls to orders.
  void StartGateway(std::shared_ptr<grpc::Channel> to_orders,
                    std::optional<CallOverrides> overrides = {}) {
    gateway_ = std::make_unique<MiddleServer>(MiddleServer::Handler(
        [this, to_orders, overrides](grpc::ServerContext& /*context*/) {
          grpc::ClientContext outgoing;
          outgoing.set_deadline(FromNow(kPatience));
          if (overrides.has_value()) {
            EXPECT_TRUE(SetCallOverrides(&outgoing, *overrides).ok());
          }
          CallResponse response;
          const grpc::Status status = Scripted::NewStub(to_orders)->Call(
              &outgoing, CallRequest(), &response);
          report_ = GetCallReport(outgoing);
          return status;
        }));
  }
  void StartGateway(ClientOptions options,
                    std::optional<CallOverrides> overrides = {}) {
    StartGateway(NewBatonChannel(orders_.address(), std::move(options)),
                 overrides);
  }

  // Sends a request of a client without Baton.
  bool Send() {
    return MakeUnaryCall(UnaryForm::kCqFinish, gateway_->NewChannel(),
                         NewContext(kPatience), RequestOf("x"))
        .status.ok();
  }

  // Sends a request, so that each service learns that its callee participates.
  // Then sends another one, whose first attempt at stock fails.
  bool SendWithAFailure() {
    EXPECT_TRUE(Send());
    stock_.Add(Fail(StatusCode::UNAVAILABLE));
    return Send();
  }

  int Forwarded() const { return report_->attempts.at(0).forwarded_grant; }

  ScriptedServer stock_;
  MiddleServer orders_{Forward(
      NewBatonChannel(stock_.address(), QuickOptions()), LinkBy::kThread)};
  std::optional<CallReport> report_;
  std::unique_ptr<MiddleServer> gateway_;
};

TEST_F(ForwardedGrantTest, IdempotentCallBelowANonIdempotentCallIsRetried) {
  StartGateway(NotIdempotent());
  EXPECT_TRUE(SendWithAFailure());
  EXPECT_EQ(Forwarded(), 2);
  EXPECT_EQ(report_->grant_used, 1);
  EXPECT_EQ(stock_.attempts(), 3);  // 1 to learn, 2 for the request
}

TEST_F(ForwardedGrantTest, CallsBelowUseNoMoreThanTheForwardedGrant) {
  StartGateway(NotIdempotent());
  EXPECT_TRUE(Send());
  stock_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  EXPECT_FALSE(Send());
  EXPECT_EQ(stock_.attempts(), 1 + 3);
  EXPECT_EQ(report_->attempts.size(), 1u);
  EXPECT_EQ(report_->stop_reason, StopReason::kNotIdempotent);
}

// In each run stock fails the same 30 % of the attempts.
TEST_F(ForwardedGrantTest, BatonInTheGatewayCostsNoSuccess) {
  constexpr int kRequests = 200;
  int failures = 0;
  const auto successes = [this, &failures] {
    stock_.Otherwise(Echo());
    EXPECT_TRUE(Send());
    // The server copies the responder for each attempt.
    failures = 0;
    stock_.Otherwise([&failures, state = std::make_shared<uint32_t>(1)](
                         const SeenAttempt& /*attempt*/) {
      *state = *state * 1664525u + 1013904223u;
      if ((*state >> 8) % 10 >= 3) return Echo();
      ++failures;
      return Fail(StatusCode::UNAVAILABLE);
    });
    int ok = 0;
    for (int i = 0; i < kRequests; ++i) ok += Send() ? 1 : 0;
    return ok;
  };
  StartGateway(grpc::CreateChannel(orders_.address(),
                                   grpc::InsecureChannelCredentials()));
  const int without = successes();
  EXPECT_GT(failures, kRequests / 5);
  StartGateway(NotIdempotent());
  const int with = successes();
  EXPECT_GT(failures, kRequests / 5);
  EXPECT_GE(with, without);
  EXPECT_GE(with, kRequests * 95 / 100);
}

TEST_F(ForwardedGrantTest, UnknownCalleeGetsNoGrant) {
  StartGateway(NotIdempotent());
  EXPECT_TRUE(Send());
  EXPECT_EQ(Forwarded(), 0);
}

TEST_F(ForwardedGrantTest, IdempotentCallKeepsItsGrant) {
  StartGateway(QuickOptions());
  EXPECT_TRUE(SendWithAFailure());
  EXPECT_EQ(Forwarded(), 0);
  EXPECT_EQ(report_->attempts.size(), 2u);
}

// What switches the retries of the gateway off.
struct Switch {
  std::string name;
  std::function<void(MethodPolicy&, CallOverrides&)> set;
};

std::ostream& operator<<(std::ostream& out, const Switch& by) {
  return out << by.name;
}

class SwitchedOffTest : public ForwardedGrantTest,
                        public ::testing::WithParamInterface<Switch> {
 protected:
  // Orders participates for the whole test, also where a gateway in observe
  // mode could not learn it: channels to one target share this knowledge.
  SwitchedOffTest() {
    EXPECT_TRUE(MakeUnaryCall(UnaryForm::kSync, teacher_, NewContext(kPatience),
                              RequestOf("x"))
                    .status.ok());
  }

  const std::shared_ptr<grpc::Channel> teacher_ =
      NewBatonChannel(orders_.address(), QuickOptions());
};

INSTANTIATE_TEST_SUITE_P(By, SwitchedOffTest,
                         ::testing::ValuesIn(std::vector<Switch>{
                             {"DisabledByOverride",
                              [](MethodPolicy&, CallOverrides& overrides) {
                                overrides.disable_retries = true;
                              }},
                             {"OneAttemptByOverride",
                              [](MethodPolicy&, CallOverrides& overrides) {
                                overrides.max_attempts = 1;
                              }},
                             {"OneAttemptByPolicy",
                              [](MethodPolicy& policy, CallOverrides&) {
                                policy.retry.max_attempts = 1;
                              }},
                             {"NoGrantByPolicy",
                              [](MethodPolicy& policy, CallOverrides&) {
                                policy.retry.edge_grant = 0;
                              }},
                             {"Observe",
                              [](MethodPolicy& policy, CallOverrides&) {
                                policy.mode = Mode::kObserve;
                              }},
                         }),
                         [](const auto& by) { return by.param.name; });

TEST_P(SwitchedOffTest, NoOwnerForwardsAGrant) {
  for (const Owner owner :
       {Owner{OwnerMode::kKeep, 0}, Owner{OwnerMode::kDelegate, 0},
        Owner{OwnerMode::kSplit, 1}}) {
    for (const Idempotency idempotency :
         {Idempotency::kUnknown, Idempotency::kIdempotent}) {
      ClientOptions options = QuickOptions();
      CallOverrides overrides;
      MethodPolicy& policy = options.policy.everything();
      policy.idempotency = idempotency;
      policy.retry.owner = owner;
      GetParam().set(policy, overrides);
      const bool sends_header = policy.mode == Mode::kEnforce;
      StartGateway(std::move(options), overrides);
      const int before = stock_.attempts();
      const bool ok = SendWithAFailure();
      EXPECT_EQ(Forwarded(), 0) << ToString(owner.mode);
      EXPECT_EQ(report_->grant_used, 0) << ToString(owner.mode);
      EXPECT_EQ(report_->attempts.size(), 1u);
      // Without a header, orders is the edge and retries.
      EXPECT_EQ(ok, !sends_header);
      EXPECT_EQ(stock_.attempts() - before, sends_header ? 2 : 3);
    }
  }
}

// The headers of calls to a server that participates by a script.
class ForwardedHeaderTest : public ::testing::Test {
 protected:
  void LearnParticipant() {
    server_.Add(Echo().WithTrailer("retry-advice", "r=ok,u=0"));
    EXPECT_TRUE(Call(NewContext(kPatience)).ok());
    learned_ = server_.attempts();
  }
  grpc::Status Call(const std::shared_ptr<grpc::ClientContext>& context) {
    return MakeUnaryCall(UnaryForm::kSync, channel_, context, RequestOf("x"))
        .status;
  }
  // Returns the headers since LearnParticipant().
  std::vector<std::string> Headers() {
    std::vector<std::string> headers;
    for (const SeenAttempt& attempt : server_.AllAttempts()) {
      for (const std::string& value : attempt.Values("retry-budget")) {
        headers.push_back(value);
      }
    }
    headers.erase(headers.begin(), headers.begin() + learned_);
    return headers;
  }

  ScriptedServer server_;
  std::shared_ptr<grpc::Channel> channel_ =
      NewBatonChannel(server_.address(), NotIdempotent());
  int learned_ = 0;
};

TEST_F(ForwardedHeaderTest, UnusedGrantOfARejectedAttemptComesBack) {
  LearnParticipant();
  server_.Add(Fail(StatusCode::UNAVAILABLE)
                  .WithTrailer("retry-advice", "r=after,ms=1,u=0"));
  EXPECT_TRUE(Call(NewContext(kPatience)).ok());
  EXPECT_THAT(Headers(),
              ElementsAre("g=2,n=0,h=1", "g=1,n=1,h=1,k=r,w=throttled"));
}

TEST_F(ForwardedHeaderTest, UsedGrantOfARejectedAttemptDoesNotComeBack) {
  LearnParticipant();
  server_.Add(Fail(StatusCode::UNAVAILABLE)
                  .WithTrailer("retry-advice", "r=after,ms=1,u=2"));
  const auto context = NewContext(kPatience);
  EXPECT_FALSE(Call(context).ok());
  EXPECT_THAT(Headers(), ElementsAre("g=2,n=0,h=1"));
  EXPECT_EQ(GetCallReport(*context)->stop_reason, StopReason::kGrantExhausted);
}

TEST_F(ForwardedHeaderTest, CallWithoutTimeForARetryForwardsItsGrant) {
  ClientOptions options = QuickOptions();
  options.policy.everything().deadline.min_attempt_time = 2 * kPatience;
  options.policy.everything().deadline.max_timeout = absl::InfiniteDuration();
  channel_ = NewBatonChannel(server_.address(), options);
  LearnParticipant();
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  const auto context = NewContext(kPatience);
  EXPECT_FALSE(Call(context).ok());
  EXPECT_THAT(Headers(), ElementsAre("g=2,n=0,h=1"));
  EXPECT_EQ(GetCallReport(*context)->stop_reason, StopReason::kNotEnoughTime);
}

TEST_F(ForwardedHeaderTest, NonIdempotentStreamForwardsItsGrant) {
  LearnParticipant();
  const auto context = NewContext(kPatience);
  const auto stub = Scripted::NewStub(channel_);
  const auto reader = stub->ServerStream(context.get(), RequestOf("hello"));
  CallResponse response;
  while (reader->Read(&response)) {
  }
  EXPECT_TRUE(reader->Finish().ok());
  EXPECT_THAT(Headers(), ElementsAre("g=2,n=0,h=1"));
}

}  // namespace
}  // namespace baton
