// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Calls of a handler to the next service. Their first attempt uses the
// application's own call, so that a healthy call costs one gRPC call.

#include <atomic>
#include <future>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "absl/time/time.h"
#include "baton/client.h"
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
#include "tests/support/real_time.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::Combine;
using ::testing::StartsWith;
using ::testing::Values;

// Counts the client contexts of the process. Each attempt that is a gRPC call
// of its own has a context.
class ContextCounter final : public grpc::ClientContext::GlobalCallbacks {
 public:
  // gRPC accepts one object in the life of a process.
  static ContextCounter& Instance() {
    static ContextCounter& counter = *[] {
      auto* const created = new ContextCounter;
      grpc::ClientContext::SetGlobalCallbacks(created);
      return created;
    }();
    return counter;
  }

  int created() const { return created_; }

  void DefaultConstructor(grpc::ClientContext* /*context*/) override {
    ++created_;
  }
  void Destructor(grpc::ClientContext* /*context*/) override {}

 private:
  std::atomic<int> created_{0};
};

class MiddleCallTest
    : public ::testing::TestWithParam<std::tuple<UnaryForm, LinkBy>> {
 protected:
  // What a handler found out about its call.
  struct Outcome {
    UnaryResult result;
    std::string peer;
    int further_contexts = 0;
  };

  MiddleCallTest() { ContextCounter::Instance(); }

  // Sends a request with this grant and deadline to a handler. The handler
  // makes a call with the deadline `own`.
  Outcome CallBelow(const std::string& grant,
                    absl::Duration own = absl::InfiniteDuration(),
                    absl::Duration timeout = kPatience) {
    const auto channel = NewBatonChannel(leaf_.address(), options_);
    std::promise<Outcome> outcome;
    MiddleServer middle([&](grpc::ServerContext& context) {
      std::shared_ptr<grpc::ClientContext> outgoing =
          NewLinkedContext(context, std::get<LinkBy>(GetParam()));
      if (own != absl::InfiniteDuration()) outgoing->set_deadline(FromNow(own));
      const int before = ContextCounter::Instance().created();
      Outcome seen;
      seen.result = MakeUnaryCall(std::get<UnaryForm>(GetParam()), channel,
                                  outgoing, RequestOf("below"));
      seen.further_contexts = ContextCounter::Instance().created() - before;
      seen.peer = outgoing->peer();
      outcome.set_value(std::move(seen));
      return grpc::Status::OK;
    });
    const auto context = NewContext(timeout);
    context->AddMetadata("retry-budget", grant);
    MakeUnaryCall(UnaryForm::kCqFinish, middle.NewChannel(), context,
                  RequestOf("x"));
    return outcome.get_future().get();
  }

  static void ExpectOneCall(const Outcome& outcome) {
    EXPECT_TRUE(outcome.result.status.ok()) << outcome.result;
    EXPECT_EQ(outcome.further_contexts, 0);
    EXPECT_THAT(outcome.peer, StartsWith("ipv"));
  }

  ScriptedServer leaf_;
  ClientOptions options_ = QuickOptions();
};

std::string NameOf(
    const ::testing::TestParamInfo<MiddleCallTest::ParamType>& tested) {
  const auto [form, link] = tested.param;
  return Name(form) + (link == LinkBy::kScope ? "Scope" : "Context");
}

INSTANTIATE_TEST_SUITE_P(Forms, MiddleCallTest,
                         Combine(Values(UnaryForm::kSync, UnaryForm::kCqFinish,
                                        UnaryForm::kCallback,
                                        UnaryForm::kGenericCq),
                                 Values(LinkBy::kContext, LinkBy::kScope)),
                         NameOf);

TEST_P(MiddleCallTest, CallWithoutGrantIsOneCall) {
  // The first call of a process may start threads that have a context.
  CallBelow("g=0,n=0,h=1");
  ExpectOneCall(CallBelow("g=0,n=0,h=1"));
}

TEST_P(MiddleCallTest, CallWithoutGrantAndWithALongerDeadlineIsOneCall) {
  CallBelow("g=0,n=0,h=1");
  ExpectOneCall(CallBelow("g=0,n=0,h=1", absl::Hours(1)));
}

TEST_P(MiddleCallTest, CallThatMayMakeOneAttemptIsOneCall) {
  options_.policy.everything().retry.max_attempts = 1;
  CallBelow("g=2,n=0,h=1");
  ExpectOneCall(CallBelow("g=2,n=0,h=1", absl::Hours(1)));
}

TEST_P(MiddleCallTest, CallWithAGrantStartsInPlace) {
  CallBelow("g=2,n=0,h=1");
  ExpectOneCall(CallBelow("g=2,n=0,h=1"));
  ExpectOneCall(CallBelow("g=2,n=0,h=1", absl::Hours(1)));
}

TEST_P(MiddleCallTest, CallWithAGrantIsRetriedAfterItsFirstAttempt) {
  leaf_.Add(Fail(StatusCode::UNAVAILABLE));
  const Outcome outcome = CallBelow("g=2,n=0,h=1");
  EXPECT_TRUE(outcome.result.status.ok()) << outcome.result;
  EXPECT_EQ(leaf_.attempts(), 2);
}

// The reserve of the hop is a part of the deadline of the request.
TEST_P(MiddleCallTest, CallEndsBeforeTheDeadlineOfItsRequest) {
  leaf_.Otherwise(Echo().Held());
  options_.policy.everything().deadline.hop_reserve = absl::Minutes(1);
  options_.policy.everything().deadline.hop_reserve_ratio = 0.5;
  for (const char* const grant : {"g=0,n=0,h=1", "g=2,n=0,h=1"}) {
    const Outcome outcome =
        CallBelow(grant, absl::InfiniteDuration(), absl::Seconds(2));
    EXPECT_EQ(outcome.result.status.error_code(),
              StatusCode::DEADLINE_EXCEEDED);
  }
  EXPECT_TRUE(leaf_.AwaitEnd(1).cancelled);
}

}  // namespace
}  // namespace baton
