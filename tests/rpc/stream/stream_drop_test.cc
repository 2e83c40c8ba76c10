// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Streams that the application destroys while other threads work on them.

#include <memory>

#include "baton/call_observer.h"
#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"
#include "tests/support/signal.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using testing::v1::Scripted;

// Blocks when the call begins to wait, until the test releases it.
class Blocking final : public CallObserverFactory {
 public:
  std::unique_ptr<CallObserver> OnCallStart(
      const CallStart& /*call*/) override {
    return std::make_unique<Observer>(*this);
  }

  Signal waits;
  Signal go_on;
  Signal ended;

 private:
  class Observer final : public CallObserver {
   public:
    explicit Observer(Blocking& owner) : owner_(owner) {}
    void OnAttemptStart(const AttemptStart& /*attempt*/,
                        AttemptMetadata& /*metadata*/) override {}
    void OnAttemptEnd(const AttemptEnd& /*attempt*/) override {}
    void OnWait(const Decision& /*decision*/) override {
      owner_.waits.Give();
      owner_.go_on.Await();
    }
    void OnCallEnd(const CallReport& report) override {
      EXPECT_EQ(report.stop_reason, StopReason::kCancelled);
      owner_.ended.Give();
    }

   private:
    Blocking& owner_;
  };
};

class StreamDropTest : public ::testing::Test {
 protected:
  StreamDropTest() { options_.observers = blocking_; }

  std::unique_ptr<Scripted::Stub> NewStub(
      ClientInterceptorFactories interceptors = {}) {
    return Scripted::NewStub(
        NewBatonChannel(server_.address(), options_, std::move(interceptors)));
  }

  static void AwaitStart(grpc::CompletionQueue& queue) {
    void* tag = nullptr;
    bool ok = false;
    EXPECT_TRUE(queue.Next(&tag, &ok));
  }

  static void Drain(grpc::CompletionQueue& queue) {
    queue.Shutdown();
    void* tag = nullptr;
    bool ok = false;
    while (queue.Next(&tag, &ok)) {
    }
  }

  ScriptedServer server_;
  std::shared_ptr<Blocking> blocking_ = std::make_shared<Blocking>();
  ClientOptions options_ = QuickOptions();
};

TEST_F(StreamDropTest, DestroyingAStreamDoesNotWaitForObservers) {
  server_.Add(Fail(StatusCode::UNAVAILABLE, "busy"));
  grpc::CompletionQueue queue;
  {
    const auto context = NewContext(kPatience);
    // Baton sees the end of an attempt in place only while the application
    // polls its queue.
    const auto stream =
        NewStub(PassingInterceptors())
            ->AsyncServerStream(context.get(), RequestOf("a"), &queue, nullptr);
    AwaitStart(queue);
    EXPECT_TRUE(blocking_->waits.Await());
  }
  // The stream is destroyed, and the observer still blocks.
  blocking_->go_on.Give();
  EXPECT_TRUE(blocking_->ended.Await());
  Drain(queue);
  EXPECT_EQ(server_.attempts(), 1);
}

TEST_F(StreamDropTest, DestroyedStreamCancelsItsAttempt) {
  server_.Add(Answer("never").AfterWriting({"x"}).Held());
  grpc::CompletionQueue queue;
  {
    const auto context = NewContext(kPatience);
    const auto stream = NewStub()->AsyncServerStream(
        context.get(), RequestOf("a"), &queue, nullptr);
    AwaitStart(queue);
    server_.AwaitAttempt(1);
  }
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
  EXPECT_TRUE(blocking_->ended.Await());
  Drain(queue);
}

}  // namespace
}  // namespace baton
