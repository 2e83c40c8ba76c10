// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/calls/scripted_server.h"

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/time.h"
#include "baton/testing/v1/scripted.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/resetting_listener.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/seen_attempt.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/patience.h"
#include "tests/support/reserved_port.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

using Channel = std::shared_ptr<grpc::Channel>;

UnaryResult Call(const Channel& channel, const std::string& payload = "") {
  return MakeUnaryCall(UnaryForm::kSync, channel, NewContext(kPatience),
                       RequestOf(payload));
}

std::unique_ptr<StartedCall> Start(const Channel& channel) {
  return StartUnaryCall(UnaryForm::kCallback, channel, NewContext(kPatience),
                        RequestOf(""));
}

TEST(ScriptedServerTest, FollowsTheScriptThenTheDefault) {
  ScriptedServer server({Fail(StatusCode::ABORTED, "once"), Answer("two")});
  server.Add(Answer("three"));
  const Channel channel = server.NewChannel();
  EXPECT_EQ(Call(channel).status.error_message(), "once");
  EXPECT_EQ(Call(channel).payload, "two");
  EXPECT_EQ(Call(channel).payload, "three");
  EXPECT_EQ(Call(channel, "echo").payload, "echo");
  server.Otherwise(Answer("default"));
  EXPECT_EQ(Call(channel).payload, "default");
}

TEST(ScriptedServerTest, ResponderSeesTheAttempt) {
  ScriptedServer server;
  server.Otherwise([&server](const SeenAttempt& attempt) {
    // The responder may call the server.
    return Answer(attempt.payload + "/" + std::to_string(attempt.number) + "/" +
                  std::to_string(server.attempts()));
  });
  const Channel channel = server.NewChannel();
  EXPECT_EQ(Call(channel, "a").payload, "a/1/0");
  EXPECT_EQ(Call(channel, "b").payload, "b/2/1");
}

TEST(ScriptedServerTest, RequestCanAskForAResponseSize) {
  ScriptedServer server;
  testing::v1::CallRequest request;
  request.set_answer_bytes(1000);
  EXPECT_EQ(MakeUnaryCall(UnaryForm::kSync, server.NewChannel(),
                          NewContext(kPatience), request)
                .payload.size(),
            1000);
}

TEST(ScriptedServerTest, RemembersTheAttempt) {
  ScriptedServer server;
  auto context = NewContext(kPatience);
  context->AddMetadata("x-key", "one");
  context->AddMetadata("x-key", "two");
  MakeUnaryCall(UnaryForm::kSync, server.NewChannel(), context,
                RequestOf("hello"));
  const SeenAttempt seen = server.AwaitEnd(1);
  EXPECT_EQ(seen.number, 1);
  EXPECT_EQ(seen.method, "/baton.testing.v1.Scripted/Call");
  EXPECT_THAT(seen.Values("x-key"), ElementsAre("one", "two"));
  EXPECT_TRUE(seen.has_request);
  EXPECT_EQ(seen.payload, "hello");
  EXPECT_THAT(seen.peer, StartsWith("ipv4:127.0.0.1:"));
  EXPECT_LE(seen.time_left, 1.01 * kPatience);
  EXPECT_GT(seen.time_left, absl::ZeroDuration());
  EXPECT_TRUE(seen.ended);
  EXPECT_FALSE(seen.cancelled);
}

TEST(ScriptedServerTest, AttemptWithoutDeadlineHasAllTheTimeLeft) {
  ScriptedServer server;
  MakeUnaryCall(UnaryForm::kSync, server.NewChannel(), NewContext(),
                RequestOf(""));
  EXPECT_EQ(server.AwaitAttempt(1).time_left, absl::InfiniteDuration());
}

TEST(ScriptedServerTest, HeldCallsContinueInTheOrderOfRelease) {
  ScriptedServer server({Answer("1").Held(), Answer("2").Held(),
                         Answer("3").HeadersFirst().Held()});
  const Channel channel = server.NewChannel();
  auto first = Start(channel);
  server.AwaitAttempt(1);
  auto second = Start(channel);
  server.AwaitAttempt(2);
  auto third = Start(channel);
  server.AwaitAttempt(3);
  server.Release(2);
  EXPECT_EQ(second->Wait().payload, "2");
  EXPECT_FALSE(first->ended());
  EXPECT_FALSE(third->ended());
  server.ReleaseAll();
  EXPECT_EQ(first->Wait().payload, "1");
  EXPECT_EQ(third->Wait().payload, "3");
}

TEST(ScriptedServerTest, ReleaseInAdvanceCounts) {
  ScriptedServer server({Answer("1").Held()});
  server.Release(1);
  EXPECT_EQ(Call(server.NewChannel()).payload, "1");
}

TEST(ScriptedServerTest, HeldCallSeesItsCancellation) {
  ScriptedServer server({Echo().Held()});
  auto call = Start(server.NewChannel());
  server.AwaitAttempt(1);
  EXPECT_FALSE(server.AllAttempts()[0].ended);
  call->context().TryCancel();
  EXPECT_TRUE(server.AwaitEnd(1).cancelled);
}

TEST(ScriptedServerTest, DestructionEndsHeldCalls) {
  auto server = std::make_unique<ScriptedServer>(
      std::vector<ScriptStep>{Echo().Held(), Echo().HeadersFirst().Held()});
  const Channel channel = server->NewChannel();
  auto first = Start(channel);
  auto second = Start(channel);
  server->AwaitAttempt(2);
  server = nullptr;
  EXPECT_FALSE(first->Wait().status.ok());
  EXPECT_FALSE(second->Wait().status.ok());
}

TEST(ScriptedServerTest, StopWithGraceLetsACallEnd) {
  ScriptedServer server({Answer("late").Held()});
  auto call = Start(server.NewChannel());
  server.AwaitAttempt(1);
  std::thread stopper([&server] { server.Stop(kPatience); });
  server.Release(1);
  EXPECT_EQ(call->Wait().payload, "late");
  stopper.join();
}

TEST(ScriptedServerTest, ComesBackOnTheSamePort) {
  ScriptedServer server;
  EXPECT_TRUE(Call(server.NewChannel()).status.ok());
  for (int i = 0; i < 3; ++i) {
    server.Stop();
    EXPECT_EQ(Call(server.NewChannel()).status.error_code(),
              StatusCode::UNAVAILABLE);
    server.Start();
    EXPECT_TRUE(Call(server.NewChannel()).status.ok());
  }
  EXPECT_EQ(server.attempts(), 4);
}

TEST(ScriptedServerTest, CutsTheConnectionUnderAllItsCalls) {
  ScriptedServer server({Echo().Held(), CutConnection()});
  const Channel channel = server.NewChannel();
  auto bystander = Start(channel);
  server.AwaitAttempt(1);
  EXPECT_EQ(Call(channel).status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(bystander->Wait().status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_TRUE(server.AwaitEnd(1).cancelled);
  EXPECT_TRUE(server.AwaitEnd(2).cancelled);
  EXPECT_TRUE(Call(server.NewChannel()).status.ok());
}

TEST(ScriptedServerTest, OldConnectionsGoAway) {
  ScriptedServer::Options options;
  options.max_connection_age = absl::Milliseconds(20);
  ScriptedServer server({Answer("held").Held()}, options);
  const Channel channel = server.NewChannel();
  auto held = Start(channel);
  const std::string first_peer = server.AwaitAttempt(1).peer;
  // The held call keeps the old connection. New calls soon use another one.
  std::string peer = first_peer;
  while (peer == first_peer) {
    EXPECT_TRUE(Call(channel).status.ok());
    peer = server.AllAttempts().back().peer;
    ASSERT_LT(server.attempts(), 100000);
  }
  server.Release(1);
  EXPECT_EQ(held->Wait().payload, "held");
}

TEST(ReservedPortTest, ReservedPortRefusesConnections) {
  const ReservedPort port;
  const UnaryResult result = Call(
      grpc::CreateChannel(port.address(), grpc::InsecureChannelCredentials()));
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_THAT(result.status.error_message(),
              HasSubstr("failed to connect to all addresses"));
}

TEST(ResettingListenerTest, ListenerResetsEachConnection) {
  const ResettingListener listener;
  const UnaryResult result = Call(grpc::CreateChannel(
      listener.address(), grpc::InsecureChannelCredentials()));
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_GE(listener.resets(), 1);
}

}  // namespace
}  // namespace baton
