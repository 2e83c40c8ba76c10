// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Calls that a handler makes for its own caller, which then goes away.

#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/wait_notice.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

using grpc::StatusCode;
using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

// A server of the sync API in the middle of a stack. The test sets its handler.
class SyncMiddle final : public Scripted::Service {
 public:
  using Handler = std::function<grpc::Status(grpc::ServerContext&)>;
  explicit SyncMiddle(Handler handler) : handler_(std::move(handler)) {}
  grpc::Status Call(grpc::ServerContext* context, const CallRequest*,
                    CallResponse*) override {
    return handler_(*context);
  }

 private:
  const Handler handler_;
};

class CallbackMiddle final : public Scripted::CallbackService {
 public:
  using Handler = std::function<void(grpc::CallbackServerContext&,
                                     grpc::ServerUnaryReactor*)>;
  explicit CallbackMiddle(Handler handler) : handler_(std::move(handler)) {}
  grpc::ServerUnaryReactor* Call(grpc::CallbackServerContext* context,
                                 const CallRequest*, CallResponse*) override {
    grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
    handler_(*context, reactor);
    return reactor;
  }

 private:
  const Handler handler_;
};

class ParentCallTest : public ::testing::TestWithParam<UnaryForm> {
 protected:
  ParentCallTest() {
    ClientOptions options;
    options.policy.process_budget = ProcessBudgetOptions::Unlimited();
    options.policy.everything().idempotency = Idempotency::kIdempotent;
    options.policy.everything().deadline.default_timeout = absl::Minutes(2);
    options.observers = notice_;
    auto channel = CreateChannel(leaf_.address(),
                                 grpc::InsecureChannelCredentials(), options);
    EXPECT_TRUE(channel.ok()) << channel.status();
    to_leaf_ = *channel;
  }

  // The destructor waits for the handlers. It must run before other members are
  // destroyed.
  std::unique_ptr<grpc::Server> Serve(grpc::Service* service) {
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    builder.RegisterService(service);
    auto server = builder.BuildAndStart();
    EXPECT_NE(server, nullptr);
    to_middle_ = grpc::CreateChannel("127.0.0.1:" + std::to_string(port),
                                     grpc::InsecureChannelCredentials());
    return server;
  }

  std::unique_ptr<StartedCall> StartChild(
      std::shared_ptr<grpc::ClientContext> context) {
    return StartUnaryCall(GetParam(), to_leaf_, std::move(context),
                          RequestOf("child"));
  }

  std::unique_ptr<StartedCall> StartParent(
      absl::Duration timeout = absl::InfiniteDuration()) {
    return StartUnaryCall(UnaryForm::kCqFinish, to_middle_, NewContext(timeout),
                          RequestOf("parent"));
  }

  const std::shared_ptr<WaitNotice> notice_ = std::make_shared<WaitNotice>();
  ScriptedServer leaf_;
  std::shared_ptr<grpc::Channel> to_leaf_;
  std::shared_ptr<grpc::Channel> to_middle_;
};

INSTANTIATE_TEST_SUITE_P(Forms, ParentCallTest,
                         ::testing::ValuesIn(AllUnaryForms()), NameOfForm);

TEST_P(ParentCallTest, CancelledParentCancelsTheRunningAttempt) {
  leaf_.Otherwise(Echo().Held());
  std::promise<UnaryResult> child;
  SyncMiddle middle([&](grpc::ServerContext& context) {
    child.set_value(
        StartChild(grpc::ClientContext::FromServerContext(context))->Wait());
    return grpc::Status::OK;
  });
  const auto server = Serve(&middle);
  const auto parent = StartParent();
  leaf_.AwaitAttempt(1);
  parent->context().TryCancel();
  EXPECT_EQ(child.get_future().get().status.error_code(),
            StatusCode::CANCELLED);
  EXPECT_TRUE(leaf_.AwaitEnd(1).cancelled);
  EXPECT_EQ(leaf_.attempts(), 1);
}

TEST_P(ParentCallTest, CancelledStatusFromServerIsFinalWhileParentRuns) {
  leaf_.Add(Fail(StatusCode::CANCELLED));
  std::promise<UnaryResult> child;
  SyncMiddle middle([&](grpc::ServerContext& context) {
    child.set_value(
        StartChild(grpc::ClientContext::FromServerContext(context))->Wait());
    return grpc::Status::OK;
  });
  const auto server = Serve(&middle);
  const auto parent = StartParent();
  EXPECT_EQ(child.get_future().get().status.error_code(),
            StatusCode::CANCELLED);
  EXPECT_EQ(leaf_.attempts(), 1);
}

TEST_P(ParentCallTest, ParentDeadlineEndsTheRunningAttempt) {
  leaf_.Otherwise(Echo().Held());
  std::promise<UnaryResult> child;
  SyncMiddle middle([&](grpc::ServerContext& context) {
    child.set_value(
        StartChild(grpc::ClientContext::FromServerContext(context))->Wait());
    return grpc::Status::OK;
  });
  const auto server = Serve(&middle);
  // Long enough for both calls to be in flight on a busy machine.
  const auto parent = StartParent(absl::Milliseconds(700));
  leaf_.AwaitAttempt(1);
  EXPECT_FALSE(child.get_future().get().status.ok());
  EXPECT_EQ(leaf_.attempts(), 1);
}

// The wait is longer than the timeout of the test.
TEST_P(ParentCallTest, CancelledParentEndsTheWaitAtOnce) {
  leaf_.Otherwise(Fail(StatusCode::UNAVAILABLE).WithPushback("30000"));
  std::promise<UnaryResult> child;
  SyncMiddle middle([&](grpc::ServerContext& context) {
    child.set_value(
        StartChild(grpc::ClientContext::FromServerContext(context))->Wait());
    return grpc::Status::OK;
  });
  const auto server = Serve(&middle);
  const auto parent = StartParent();
  notice_->AwaitWait(1);
  parent->context().TryCancel();
  EXPECT_EQ(child.get_future().get().status.error_code(),
            StatusCode::CANCELLED);
  EXPECT_EQ(leaf_.attempts(), 1);
}

TEST_P(ParentCallTest, ParentDeadlineEndsTheWaitAtOnce) {
  leaf_.Otherwise(Fail(StatusCode::UNAVAILABLE).WithPushback("30000"));
  std::promise<UnaryResult> child;
  SyncMiddle middle([&](grpc::ServerContext& context) {
    child.set_value(
        StartChild(grpc::ClientContext::FromServerContext(context))->Wait());
    return grpc::Status::OK;
  });
  const auto server = Serve(&middle);
  const auto parent = StartParent(absl::Milliseconds(700));
  EXPECT_FALSE(child.get_future().get().status.ok());
  EXPECT_EQ(leaf_.attempts(), 1);
}

// The handler returns without waiting for the call that it made.
TEST_P(ParentCallTest, FinishedParentCancelsTheRunningAttempt) {
  leaf_.Otherwise(Echo().Held());
  std::promise<std::unique_ptr<StartedCall>> started;
  CallbackMiddle middle(
      [&](grpc::CallbackServerContext& context, grpc::ServerUnaryReactor* r) {
        auto child =
            StartChild(grpc::ClientContext::FromCallbackServerContext(context));
        leaf_.AwaitAttempt(1);
        started.set_value(std::move(child));
        r->Finish(grpc::Status::OK);
      });
  const auto server = Serve(&middle);
  const auto parent = StartParent();
  const auto child = started.get_future().get();
  EXPECT_EQ(child->Wait().status.error_code(), StatusCode::CANCELLED);
  EXPECT_TRUE(parent->Wait().status.ok());
}

TEST_P(ParentCallTest, FinishedParentEndsTheWaitAtOnce) {
  leaf_.Otherwise(Fail(StatusCode::UNAVAILABLE).WithPushback("30000"));
  std::promise<std::unique_ptr<StartedCall>> started;
  CallbackMiddle middle([&](grpc::CallbackServerContext& context,
                            grpc::ServerUnaryReactor* r) {
    started.set_value(
        StartChild(grpc::ClientContext::FromCallbackServerContext(context)));
    notice_->AwaitWait(1);
    r->Finish(grpc::Status::OK);
  });
  const auto server = Serve(&middle);
  const auto parent = StartParent();
  const auto child = started.get_future().get();
  EXPECT_TRUE(parent->Wait().status.ok());
  EXPECT_EQ(child->Wait().status.error_code(), StatusCode::CANCELLED);
  EXPECT_EQ(leaf_.attempts(), 1);
}

class GoneParentTest : public ParentCallTest {};

INSTANTIATE_TEST_SUITE_P(Queue, GoneParentTest,
                         ::testing::Values(UnaryForm::kCqFinish), NameOfForm);

// A call that is prepared for a parent and begins after the parent's end. With
// the queue API it begins with Finish().
TEST_P(GoneParentTest, CallFailsIfItsParentEndsBeforeTheStart) {
  using Reader = std::unique_ptr<grpc::ClientAsyncResponseReader<CallResponse>>;
  std::shared_ptr<grpc::ClientContext> context;
  grpc::CompletionQueue queue;
  std::promise<Reader> prepared;
  SyncMiddle middle([&](grpc::ServerContext& server_context) {
    context = grpc::ClientContext::FromServerContext(server_context);
    prepared.set_value(Scripted::NewStub(to_leaf_)->PrepareAsyncCall(
        context.get(), RequestOf("child"), &queue));
    return grpc::Status::OK;
  });
  const auto server = Serve(&middle);
  EXPECT_TRUE(StartParent()->Wait().status.ok());
  const Reader reader = prepared.get_future().get();
  CallResponse response;
  grpc::Status status;
  reader->StartCall();
  reader->Finish(&response, &status, &status);
  void* tag = nullptr;
  bool ok = false;
  ASSERT_TRUE(queue.Next(&tag, &ok));
  EXPECT_EQ(tag, &status);
  EXPECT_EQ(status.error_code(), StatusCode::CANCELLED);
  queue.Shutdown();
  EXPECT_FALSE(queue.Next(&tag, &ok));
}

}  // namespace
}  // namespace baton
