// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The functions of a request's scope in a handler.

#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/misuse.h"
#include "baton/rpc/grpc/status_details.h"
#include "baton/server.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/middle_server.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

UnaryResult Call(const MiddleServer& server, const std::string& budget = "",
                 absl::Duration timeout = kPatience) {
  const auto context = NewContext(timeout);
  if (!budget.empty()) context->AddMetadata("retry-budget", budget);
  return MakeUnaryCall(UnaryForm::kCqFinish, server.NewChannel(), context,
                       RequestOf("x"));
}

grpc::Status Unavailable() {
  return grpc::Status(StatusCode::UNAVAILABLE, "not now");
}

TEST(RequestScopeTest, EmptyScopeHasNoEffect) {
  const RequestScope scope = RequestScope::Current();
  EXPECT_TRUE(scope.empty());
  EXPECT_TRUE(RequestScope::From(nullptr).empty());
  scope.DoNotRetry();
  scope.RetryAfter(absl::Seconds(1));
  EXPECT_EQ(scope.Remaining(), absl::InfiniteDuration());
  EXPECT_EQ(scope.grant(), std::nullopt);
  EXPECT_EQ(scope.hop(), 0);
  EXPECT_NE(scope.NewClientContext(), nullptr);
}

TEST(RequestScopeTest, ReportsGrantHopAndDeadlineOfTheRequest) {
  MiddleServer server([](grpc::ServerContext& context) {
    const RequestScope scope = RequestScope::From(&context);
    EXPECT_EQ(scope.grant(), 2);
    EXPECT_EQ(scope.hop(), 3);
    EXPECT_GT(scope.Remaining(), absl::ZeroDuration());
    // gRPC rounds it up to three digits.
    EXPECT_LE(scope.Remaining(), kPatience * 1.01);
    return grpc::Status::OK;
  });
  EXPECT_TRUE(Call(server, "g=2,n=0,h=3").status.ok());
}

TEST(RequestScopeTest, ScopeAtTheEdgeHasNoGrant) {
  MiddleServer server([](grpc::ServerContext&) {
    EXPECT_EQ(RequestScope::Current().grant(), std::nullopt);
    EXPECT_EQ(RequestScope::Current().hop(), 0);
    return grpc::Status::OK;
  });
  EXPECT_TRUE(Call(server).status.ok());
}

TEST(RequestScopeTest, DoNotRetryReachesEveryClient) {
  MiddleServer server([](grpc::ServerContext&) {
    RequestScope::Current().DoNotRetry();
    return Unavailable();
  });
  const UnaryResult aware = Call(server, "g=2,n=0,h=1");
  EXPECT_THAT(aware.Trailers("retry-advice"),
              ElementsAre("r=no,w=app,u=0,c=d"));
  EXPECT_THAT(Call(server).Trailers("grpc-retry-pushback-ms"),
              ElementsAre("-1"));
}

TEST(RequestScopeTest, RetryAfterSendsTheDelay) {
  MiddleServer server([](grpc::ServerContext&) {
    RequestScope::Current().RetryAfter(absl::Milliseconds(1500),
                                       /*fill_retry_info=*/true);
    return Unavailable();
  });
  const UnaryResult result = Call(server, "g=2,n=0,h=1");
  EXPECT_THAT(result.Trailers("retry-advice"),
              ElementsAre("r=after,ms=1500,u=0,c=d"));
  EXPECT_THAT(result.Trailers("grpc-retry-pushback-ms"), ElementsAre("1500"));
  EXPECT_EQ(result.status.error_message(), "not now");
  EXPECT_EQ(rpc::ParseStatusDetails(result.status.error_details()).retry_delay,
            absl::Milliseconds(1500));
}

TEST(RequestScopeTest, SuccessIsNotAdvisedAgainst) {
  MiddleServer server([](grpc::ServerContext&) {
    RequestScope::Current().DoNotRetry();
    return grpc::Status::OK;
  });
  EXPECT_THAT(Call(server).trailing_metadata, IsEmpty());
}

// The advice counts only if the handler fails because of the call.
TEST(RequestScopeTest, RecoveredHandlerForwardsNoAdvice) {
  ScriptedServer leaf;
  leaf.Otherwise(Fail(StatusCode::UNAVAILABLE)
                     .WithTrailer("retry-advice", "r=no,w=overload,u=0"));
  const auto forward =
      Forward(NewBatonChannel(leaf.address(), QuickOptions()), LinkBy::kThread);
  grpc::Status answer;
  MiddleServer server([&](grpc::ServerContext& context) {
    EXPECT_FALSE(forward(context).ok());
    return answer;
  });
  EXPECT_THAT(Call(server, "g=1,n=0,h=1").Trailers("retry-advice"),
              ElementsAre("r=ok,u=0,c=d"));
  answer = grpc::Status(StatusCode::NOT_FOUND, "of its own");
  EXPECT_THAT(Call(server, "g=1,n=0,h=1").Trailers("retry-advice"),
              ElementsAre("r=ok,u=0,c=d"));
  answer = Unavailable();
  EXPECT_THAT(Call(server, "g=1,n=0,h=1").Trailers("retry-advice"),
              ElementsAre("r=no,w=overload,u=0,c=d"));
}

TEST(RequestScopeTest, ScopedAttachLinksAnotherThread) {
  ScriptedServer leaf;
  const auto forward =
      Forward(NewBatonChannel(leaf.address(), QuickOptions()), LinkBy::kThread);
  MiddleServer server([&](grpc::ServerContext& context) {
    grpc::Status status;
    std::thread([&, scope = RequestScope::Current()] {
      EXPECT_TRUE(RequestScope::Current().empty());
      {
        const ScopedAttach attach(scope);
        EXPECT_EQ(RequestScope::Current().grant(), 2);
        status = forward(context);
      }
      EXPECT_TRUE(RequestScope::Current().empty());
    }).join();
    return status;
  });
  EXPECT_TRUE(Call(server, "g=2,n=0,h=1").status.ok());
  EXPECT_THAT(leaf.AwaitEnd(1).Values("retry-budget"),
              ElementsAre("g=0,n=0,h=2"));
}

// A handler that moves its ScopedAttach to another thread, against the rules.
TEST(RequestScopeTest, ScopedAttachThatEndsOnAnotherThreadIsReported) {
  const int64_t before = ReadMisuseCounts().scopes_ended_on_another_thread;
  MiddleServer server(MiddleServer::Handler([&](grpc::ServerContext&) {
    auto attach = std::make_unique<ScopedAttach>(RequestScope::Current());
    std::thread([&] {
      attach.reset();
      EXPECT_TRUE(RequestScope::Current().empty());
    }).join();
    // The request of the handler itself is still attached.
    EXPECT_EQ(RequestScope::Current().grant(), 2);
    return grpc::Status::OK;
  }));
  ::testing::internal::CaptureStderr();
  EXPECT_TRUE(Call(server, "g=2,n=0,h=1").status.ok());
  EXPECT_NE(::testing::internal::GetCapturedStderr().find(
                "baton: a baton::ScopedAttach was destroyed on another"),
            std::string::npos);
  EXPECT_EQ(ReadMisuseCounts().scopes_ended_on_another_thread, before + 1);
}

// The reactions of a callback handler run on threads that serve other requests,
// too.
TEST(RequestScopeTest, CallbackThreadIsAttachedUntilTheHandlerReturns) {
  ScriptedServer leaf;
  leaf.Otherwise(Echo().Held());
  const auto channel = NewBatonChannel(leaf.address(), QuickOptions());
  std::promise<bool> later;
  const auto forward = ForwardByCallback(channel, LinkBy::kScope);
  MiddleServer server(
      [&](grpc::CallbackServerContext& context, grpc::ServerUnaryReactor* r) {
        EXPECT_FALSE(RequestScope::Current().empty());
        forward(context, r);
      });
  const auto call = StartUnaryCall(
      UnaryForm::kCallback, server.NewChannel(), NewContext(kPatience),
      RequestOf("x"), {nullptr, [&](const UnaryResult&) {
                         later.set_value(RequestScope::Current().empty());
                       }});
  leaf.AwaitAttempt(1);
  leaf.ReleaseAll();
  EXPECT_TRUE(call->Wait().status.ok());
  EXPECT_TRUE(later.get_future().get());
}

// The response is final. A later call gets nothing of the grant.
TEST(RequestScopeTest, ScopeGrantsNothingAfterTheRequest) {
  ScriptedServer leaf;
  leaf.Otherwise(Fail(StatusCode::UNAVAILABLE));
  const auto channel = NewBatonChannel(leaf.address(), QuickOptions());
  std::promise<RequestScope> kept;
  MiddleServer server([&](grpc::ServerContext& context) {
    kept.set_value(RequestScope::From(&context));
    return grpc::Status::OK;
  });
  EXPECT_TRUE(Call(server, "g=2,n=0,h=1").status.ok());
  const RequestScope scope = kept.get_future().get();
  scope.DoNotRetry();

  auto attached = NewContext(kPatience);
  scope.Attach(attached.get());
  const UnaryResult late =
      MakeUnaryCall(UnaryForm::kSync, channel, attached, RequestOf("late"));
  EXPECT_EQ(late.status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(leaf.attempts(), 1);
  EXPECT_EQ(GetCallReport(*attached)->stop_reason, StopReason::kNoGrant);

  const UnaryResult child =
      MakeUnaryCall(UnaryForm::kSync, channel, scope.NewClientContext(),
                    RequestOf("late child"));
  EXPECT_EQ(child.status.error_code(), StatusCode::CANCELLED);
}

// The handler keeps enough time to answer its own caller.
TEST(RequestScopeTest, HopReserveShortensTheDeadlineOfCalls) {
  ScriptedServer leaf;
  leaf.Otherwise(Echo().Held());
  ClientOptions options = QuickOptions();
  options.policy.everything().deadline.hop_reserve = absl::Milliseconds(400);
  options.policy.everything().deadline.hop_reserve_ratio = 0.5;
  const auto forward =
      Forward(NewBatonChannel(leaf.address(), options), LinkBy::kThread);
  std::promise<absl::Duration> left;
  MiddleServer server([&](grpc::ServerContext& context) {
    EXPECT_EQ(forward(context).error_code(), StatusCode::DEADLINE_EXCEEDED);
    left.set_value(RequestScope::Current().Remaining());
    return grpc::Status::OK;
  });
  Call(server, "g=0,n=0,h=1", absl::Milliseconds(800));
  EXPECT_LE(leaf.AwaitAttempt(1).time_left, absl::Milliseconds(410));
  EXPECT_GT(left.get_future().get(), absl::ZeroDuration());
}

}  // namespace
}  // namespace baton
