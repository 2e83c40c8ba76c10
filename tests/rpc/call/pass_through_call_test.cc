// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Pass-through calls: streams, and calls in observe mode.

#include <memory>

#include "absl/time/time.h"
#include "baton/call_observer.h"
#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;
using testing::v1::CallResponse;
using testing::v1::Scripted;

class PassThroughCallTest : public ::testing::Test {
 protected:
  PassThroughCallTest() { options_.policy.everything().retry.max_attempts = 1; }

  // Opens a server stream, reads it to its end and returns its status.
  grpc::Status Stream(const std::shared_ptr<grpc::ClientContext>& context) {
    const auto stub =
        Scripted::NewStub(NewBatonChannel(server_.address(), options_));
    const auto reader = stub->ServerStream(context.get(), RequestOf("hello"));
    CallResponse response;
    while (reader->Read(&response)) ++messages_;
    return reader->Finish();
  }

  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
  int messages_ = 0;
};

TEST_F(PassThroughCallTest, StreamCarriesHeaderAndIsReported) {
  const auto context = NewContext(kPatience);
  EXPECT_TRUE(Stream(context).ok());
  EXPECT_EQ(messages_, 1);
  EXPECT_THAT(server_.AwaitEnd(1).Values("retry-budget"),
              ElementsAre("g=0,n=0,h=1"));
  EXPECT_EQ(GetCallReport(*context)->stop_reason, StopReason::kSucceeded);
}

TEST_F(PassThroughCallTest, StreamIsNotRetriedIfRetriesAreDisabled) {
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  const auto context = NewContext(kPatience);
  EXPECT_EQ(Stream(context).error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(server_.attempts(), 1);
  EXPECT_EQ(GetCallReport(*context)->stop_reason, StopReason::kRetriesDisabled);
}

TEST_F(PassThroughCallTest, StreamWithoutDeadlineKeepsRunning) {
  const auto context = NewContext();
  EXPECT_TRUE(Stream(context).ok());
  EXPECT_EQ(server_.AwaitEnd(1).time_left, absl::InfiniteDuration());
  EXPECT_TRUE(GetCallReport(*context)->deadline_missing);
}

TEST_F(PassThroughCallTest, PolicyCanRejectStreamsWithoutDeadline) {
  options_.policy.everything().deadline.missing = MissingDeadline::kReject;
  EXPECT_EQ(Stream(NewContext()).error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(server_.attempts(), 0);
}

TEST_F(PassThroughCallTest, StreamEndsAtTheMaximumDeadline) {
  options_.policy.everything().deadline.max_timeout = absl::Milliseconds(100);
  server_.Otherwise(Echo().Held());
  EXPECT_EQ(Stream(NewContext(kPatience)).error_code(),
            StatusCode::DEADLINE_EXCEEDED);
}

// The status is awaited before anything is sent.
TEST_F(PassThroughCallTest, CorkedStreamThatSendsNothingEndsAtItsDeadline) {
  const auto stub =
      Scripted::NewStub(NewBatonChannel(server_.address(), options_));
  const auto context = NewContext();
  CallOverrides overrides;
  overrides.timeout = absl::Milliseconds(100);
  ASSERT_TRUE(SetCallOverrides(context.get(), overrides).ok());
  context->set_initial_metadata_corked(true);
  grpc::CompletionQueue queue;
  const auto stream = stub->AsyncBidi(context.get(), &queue, nullptr);
  grpc::Status status;
  stream->Finish(&status, nullptr);
  void* tag = nullptr;
  bool ok = false;
  EXPECT_EQ(queue.AsyncNext(&tag, &ok, FromNow(kPatience)),
            grpc::CompletionQueue::GOT_EVENT);
  EXPECT_EQ(status.error_code(), StatusCode::DEADLINE_EXCEEDED);
  context->TryCancel();
  queue.Shutdown();
  while (queue.Next(&tag, &ok)) {
  }
}

TEST_F(PassThroughCallTest, ObserveModeKeepsTheDeadline) {
  options_.policy.everything().mode = Mode::kObserve;
  const auto channel = NewBatonChannel(server_.address(), options_);
  const auto context = NewContext();
  EXPECT_TRUE(MakeUnaryCall(UnaryForm::kSync, channel, context, RequestOf("x"))
                  .status.ok());
  EXPECT_EQ(server_.AwaitEnd(1).time_left, absl::InfiniteDuration());
  EXPECT_TRUE(GetCallReport(*context)->deadline_missing);
}

TEST_F(PassThroughCallTest, ObserveModeEnforcesTheTimeoutOverride) {
  options_.policy.everything().mode = Mode::kObserve;
  server_.Otherwise(Echo().Held());
  const auto channel = NewBatonChannel(server_.address(), options_);
  const auto context = NewContext();
  CallOverrides overrides;
  overrides.timeout = absl::Milliseconds(100);
  ASSERT_TRUE(SetCallOverrides(context.get(), overrides).ok());
  EXPECT_EQ(MakeUnaryCall(UnaryForm::kSync, channel, context, RequestOf("x"))
                .status.error_code(),
            StatusCode::DEADLINE_EXCEEDED);
  EXPECT_LE(server_.AwaitEnd(1).time_left, absl::Milliseconds(100));
}

// The callee obeys the header, or else its own policy.
TEST_F(PassThroughCallTest, ObserveModeSendsNoHeader) {
  options_.policy.everything().mode = Mode::kObserve;
  options_.policy.everything().retry.owner.mode = OwnerMode::kDelegate;
  const auto channel = NewBatonChannel(server_.address(), options_);
  EXPECT_TRUE(MakeUnaryCall(UnaryForm::kSync, channel, NewContext(kPatience),
                            RequestOf("x"))
                  .status.ok());
  EXPECT_TRUE(server_.AwaitEnd(1).Values("retry-budget").empty());
}

// Cancels the call at each event.
class CancellingFactory final : public CallObserverFactory {
 public:
  explicit CancellingFactory(grpc::ClientContext& context)
      : context_(context) {}
  std::unique_ptr<CallObserver> OnCallStart(const CallStart&) override {
    return std::make_unique<Observer>(context_);
  }

 private:
  class Observer final : public CallObserver {
   public:
    explicit Observer(grpc::ClientContext& context) : context_(context) {}
    void OnAttemptStart(const AttemptStart&, AttemptMetadata&) override {
      context_.TryCancel();
    }
    void OnAttemptEnd(const AttemptEnd&) override { context_.TryCancel(); }
    void OnWait(const Decision&) override {}
    void OnCallEnd(const CallReport&) override { context_.TryCancel(); }

   private:
    grpc::ClientContext& context_;
  };

  grpc::ClientContext& context_;
};

TEST_F(PassThroughCallTest, ObserversMayCancelTheCallAtAnyTime) {
  const auto context = NewContext(kPatience);
  options_.observers = std::make_shared<CancellingFactory>(*context);
  EXPECT_EQ(Stream(context).error_code(), StatusCode::CANCELLED);
  EXPECT_EQ(GetCallReport(*context)->code, absl::StatusCode::kCancelled);
}

// Accesses the context of the call while it observes the start of the call.
class MeddlingFactory final : public CallObserverFactory {
 public:
  explicit MeddlingFactory(grpc::ClientContext& context) : context_(context) {}
  std::unique_ptr<CallObserver> OnCallStart(const CallStart&) override {
    context_.TryCancel();
    return nullptr;
  }

 private:
  grpc::ClientContext& context_;
};

TEST_F(PassThroughCallTest, ObserverFactoryRunsWithoutALock) {
  const auto context = NewContext(kPatience);
  options_.observers = std::make_shared<MeddlingFactory>(*context);
  EXPECT_EQ(Stream(context).error_code(), StatusCode::CANCELLED);
}

}  // namespace
}  // namespace baton
