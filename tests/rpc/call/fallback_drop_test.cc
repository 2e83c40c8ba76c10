// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The owners of fallback channels, and the end of an attempt on a fallback
// after the application has released all of its objects.

#include <memory>
#include <utility>

#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/wait_notice.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using testing::v1::Scripted;

class FallbackDropTest : public ::testing::Test {
 protected:
  // The only reference to the channel, and so to its fallback.
  std::shared_ptr<grpc::Channel> NewChannel(
      ClientInterceptorFactories interceptors = {}) {
    ClientOptions options = QuickOptions();
    options.observers = notice_;
    options.policy.everything().idempotency = Idempotency::kNoSideEffects;
    options.policy.everything().fallback.from_attempt = 2;
    options.fallback_channels = {
        NewBatonChannel(fallback_server_.address(), QuickOptions())};
    fallback_ = options.fallback_channels.front();
    return NewBatonChannel(primary_.address(), options,
                           std::move(interceptors));
  }

  ScriptedServer primary_;
  ScriptedServer fallback_server_;
  std::shared_ptr<WaitNotice> notice_ = std::make_shared<WaitNotice>();
  std::weak_ptr<grpc::Channel> fallback_;
};

TEST_F(FallbackDropTest, ChannelKeepsItsFallbacksAlive) {
  std::shared_ptr<grpc::Channel> channel = NewChannel();
  EXPECT_FALSE(fallback_.expired());
  channel = nullptr;
  EXPECT_TRUE(fallback_.expired());
}

TEST_F(FallbackDropTest, FallbackAttemptOfADestroyedCallIsCancelled) {
  primary_.Add(Fail(StatusCode::UNAVAILABLE));
  fallback_server_.Add(Answer("never").Held());
  grpc::CompletionQueue queue;
  void* tag = nullptr;
  bool ok = false;
  {
    const auto context = NewContext(kPatience);
    // The application does not poll its queue, so Baton would not see the end
    // of a first attempt in place.
    const auto stream =
        Scripted::NewStub(NewChannel(PassingInterceptors()))
            ->AsyncServerStream(context.get(), RequestOf("a"), &queue, nullptr);
    EXPECT_TRUE(queue.Next(&tag, &ok));
    fallback_server_.AwaitAttempt(1);
    EXPECT_FALSE(fallback_.expired());
  }
  EXPECT_TRUE(fallback_server_.AwaitEnd(1).cancelled);
  EXPECT_EQ(notice_->AwaitReport().stop_reason, StopReason::kCancelled);
  queue.Shutdown();
  while (queue.Next(&tag, &ok)) {
  }
}

TEST_F(FallbackDropTest, DestroyedCallEndsItsConnectionWait) {
  primary_.Stop();
  fallback_server_.Stop();
  grpc::CompletionQueue queue;
  void* tag = nullptr;
  bool ok = false;
  {
    const auto context = NewContext(kPatience);
    const auto stream =
        Scripted::NewStub(NewChannel())
            ->AsyncServerStream(context.get(), RequestOf("a"), &queue, nullptr);
    EXPECT_TRUE(queue.Next(&tag, &ok));
    notice_->AwaitWait(2);
  }
  EXPECT_EQ(notice_->AwaitReport().stop_reason, StopReason::kCancelled);
  primary_.Start();
  fallback_server_.Start();
  queue.Shutdown();
  while (queue.Next(&tag, &ok)) {
  }
  EXPECT_EQ(fallback_server_.attempts(), 0);
}

}  // namespace
}  // namespace baton
