// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Which streams have their first attempt in place. If a context names its peer,
// the application's own call was sent. For other calls peer() is the target.

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
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/stream_forms.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

using ::testing::Not;
using ::testing::StartsWith;
using ::testing::ValuesIn;
using Parameter = std::tuple<StreamApi, StreamKind>;

class StreamWatchTest : public ::testing::TestWithParam<Parameter> {
 protected:
  StreamWatchTest() { server_.Otherwise(Answer("ok").AfterReadingAll()); }

  std::shared_ptr<grpc::Channel> NewChannel(
      ClientInterceptorFactories interceptors = {}) {
    return NewBatonChannel("dns:///" + server_.address(), options_,
                           std::move(interceptors));
  }
  StreamResult CallOn(const std::shared_ptr<grpc::Channel>& channel) {
    return MakeStreamCall(std::get<StreamApi>(GetParam()),
                          std::get<StreamKind>(GetParam()), channel, *context_,
                          {"a"});
  }
  StreamResult Call(ClientInterceptorFactories interceptors = {}) {
    return CallOn(NewChannel(std::move(interceptors)));
  }
  // Makes a call that succeeds, in place.
  void ExpectInPlace() {
    const StreamResult result = Call();
    EXPECT_TRUE(result.status.ok()) << result;
    EXPECT_THAT(context_->peer(), StartsWith("ipv"));
  }
  void ExpectHijacked(ClientInterceptorFactories interceptors = {}) {
    const StreamResult result = Call(std::move(interceptors));
    EXPECT_TRUE(result.status.ok()) << result;
    EXPECT_THAT(context_->peer(), Not(StartsWith("ipv")));
  }

  void OverrideTimeout(absl::Duration timeout) {
    context_ = std::make_shared<grpc::ClientContext>();
    CallOverrides overrides;
    overrides.timeout = timeout;
    EXPECT_TRUE(SetCallOverrides(context_.get(), overrides).ok());
  }

  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
  std::shared_ptr<grpc::ClientContext> context_ = NewContext(kPatience);
};

INSTANTIATE_TEST_SUITE_P(Kinds, StreamWatchTest,
                         ::testing::Combine(ValuesIn(AllStreamApis()),
                                            ValuesIn(AllStreamKinds())),
                         [](const auto& test) {
                           return Name(std::get<StreamApi>(test.param)) +
                                  Name(std::get<StreamKind>(test.param));
                         });

TEST_P(StreamWatchTest, StreamStartsInPlace) { ExpectInPlace(); }

TEST_P(StreamWatchTest, OtherInterceptorsHijackTheStream) {
  ExpectHijacked(PassingInterceptors());
}

TEST_P(StreamWatchTest, AttemptTimeoutHijacksTheStream) {
  options_.policy.everything().deadline.attempt_timeout = kPatience;
  ExpectHijacked();
}

TEST_P(StreamWatchTest, WaitForReadyOfThePolicyWaitsInPlace) {
  options_.policy.everything().wait_for_ready = true;
  server_.Stop();
  const auto channel = NewChannel();
  auto result = std::async(std::launch::async,
                           [this, &channel] { return CallOn(channel); });
  const auto give_up = FromNow(kPatience);
  grpc_connectivity_state state = channel->GetState(false);
  while (state != GRPC_CHANNEL_TRANSIENT_FAILURE &&
         channel->WaitForStateChange(state, give_up)) {
    state = channel->GetState(false);
  }
  EXPECT_EQ(state, GRPC_CHANNEL_TRANSIENT_FAILURE);
  server_.Start();
  EXPECT_TRUE(result.get().status.ok());
  EXPECT_THAT(context_->peer(), StartsWith("ipv"));
}

// The application's own call would tell the server the longer deadline.
TEST_P(StreamWatchTest, ShortenedDeadlineHijacksTheStream) {
  options_.policy.everything().deadline.max_timeout = kPatience / 2;
  ExpectHijacked();
}

TEST_P(StreamWatchTest, SlightlyShortenedDeadlineStartsInPlace) {
  options_.policy.everything().deadline.max_timeout =
      kPatience - absl::Milliseconds(1);
  options_.policy.everything().deadline.hop_reserve = absl::Milliseconds(10);
  ExpectInPlace();
}

TEST_P(StreamWatchTest, DeadlineOfAnOverrideStartsInPlace) {
  OverrideTimeout(kPatience);
  ExpectInPlace();
  EXPECT_LE(server_.AwaitEnd(1).time_left, kPatience + kPatience / 100);
}

TEST_P(StreamWatchTest, DeadlineOfAnOverrideEndsTheStream) {
  server_.Add(Answer("late").AfterReadingAll().Held());
  OverrideTimeout(absl::Milliseconds(100));
  EXPECT_EQ(Call().status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(GetCallReport(*context_)->attempts[0].origin,
            AttemptOrigin::kCallDeadline);
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
}

// The deadline also ends a stream whose batches only pass.
TEST_P(StreamWatchTest, DeadlineOfAnOverrideEndsACommittedStream) {
  server_.Add(Answer("late").AfterEchoing(1).Held());
  OverrideTimeout(absl::Milliseconds(100));
  const StreamResult result = Call();
  // A client stream has only a response, which comes with the status.
  // For a generic stub, each stream is bidirectional.
  const auto [api, kind] = GetParam();
  const bool reads = kind != StreamKind::kClient || api == StreamApi::kGeneric;
  EXPECT_EQ(result.payloads.size(), reads ? 1u : 0u);
  EXPECT_EQ(result.status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
}

TEST_P(StreamWatchTest, IdleTimeoutHijacksTheStream) {
  options_.policy.everything().stream.idle_timeout = kPatience;
  ExpectHijacked();
}

}  // namespace
}  // namespace baton
