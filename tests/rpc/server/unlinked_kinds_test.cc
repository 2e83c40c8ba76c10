// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The kinds of handlers whose calls lose their request unless the application
// links them. Needs C++20.

#include <coroutine>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "baton/client.h"
#include "baton/server.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/middle_server.h"
#include "tests/rpc/support/queue_server.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

class UnlinkedKindsTest : public ::testing::Test {
 protected:
  // Makes one call to the next server, and stores its report.
  void Call() {
    grpc::ClientContext context;
    CallResponse response;
    Scripted::NewStub(next_)->Call(&context, CallRequest(), &response);
    report_ = GetCallReport(context);
  }

  static std::shared_ptr<grpc::ClientContext> ContextWithGrant() {
    auto context = NewContext(kPatience);
    context->AddMetadata("retry-budget", "g=2,n=0,h=3");
    return context;
  }
  static void SendTo(const std::shared_ptr<grpc::Channel>& channel) {
    const std::shared_ptr<grpc::ClientContext> context = ContextWithGrant();
    EXPECT_TRUE(
        MakeUnaryCall(UnaryForm::kSync, channel, context, RequestOf("x"))
            .status.ok());
  }

  ScriptedServer leaf_;
  const std::shared_ptr<grpc::Channel> next_ =
      NewBatonChannel(leaf_.address(), QuickOptions());
  std::optional<CallReport> report_;
};

TEST_F(UnlinkedKindsTest, CallOfAQueueHandlerIsUnlinked) {
  for (const QueueService kind :
       {QueueService::kTyped, QueueService::kGeneric}) {
    report_.reset();
    const QueueServer server(kind, [this](grpc::ServerContext&) {
      Call();
      return grpc::Status::OK;
    });
    SendTo(server.NewChannel());
    ASSERT_TRUE(report_.has_value());
    EXPECT_TRUE(report_->is_unlinked);
    EXPECT_EQ(report_->hop, 0);
  }
}

TEST_F(UnlinkedKindsTest, CallOfAQueueHandlerWithAScopeIsLinked) {
  const QueueServer server(
      QueueService::kTyped, [this](grpc::ServerContext& context) {
        const ScopedAttach attach(RequestScope::From(&context));
        Call();
        return grpc::Status::OK;
      });
  SendTo(server.NewChannel());
  ASSERT_TRUE(report_.has_value());
  EXPECT_FALSE(report_->is_unlinked);
  EXPECT_EQ(report_->hop, 3);
}

// Reads one message, runs `work` in OnReadDone(), and ends.
class ReadingReactor final
    : public grpc::ServerBidiReactor<CallRequest, CallResponse> {
 public:
  explicit ReadingReactor(std::function<void()> work) : work_(std::move(work)) {
    StartRead(&request_);
  }
  void OnReadDone(bool /*ok*/) override {
    work_();
    Finish(grpc::Status::OK);
  }
  void OnDone() override { delete this; }

 private:
  const std::function<void()> work_;
  CallRequest request_;
};

class ReactorService final : public Scripted::CallbackService {
 public:
  explicit ReactorService(std::function<void()> work)
      : work_(std::move(work)) {}
  grpc::ServerBidiReactor<CallRequest, CallResponse>* Bidi(
      grpc::CallbackServerContext*) override {
    return new ReadingReactor(work_);
  }

 private:
  const std::function<void()> work_;
};

TEST_F(UnlinkedKindsTest, CallOfAReactorMethodIsUnlinked) {
  ReactorService service([this] { Call(); });
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           &port);
  ASSERT_TRUE(InstallServer(&builder, ServerOptions()).ok());
  builder.RegisterService(&service);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  {
    const auto context = ContextWithGrant();
    const auto stub = Scripted::NewStub(
        grpc::CreateChannel("127.0.0.1:" + std::to_string(port),
                            grpc::InsecureChannelCredentials()));
    const auto stream = stub->Bidi(context.get());
    stream->Write(CallRequest());
    EXPECT_TRUE(stream->Finish().ok());
  }
  server->Shutdown();
  ASSERT_TRUE(report_.has_value());
  EXPECT_TRUE(report_->is_unlinked);
}

// A coroutine that begins at once, and destroys itself at its end.
struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
};

// Resumes the coroutine on a new thread.
struct OnNewThread {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> task) {
    thread = std::thread(task);
  }
  void await_resume() {}

  std::thread& thread;
};

Task CallTwice(std::function<void()> before, std::function<void()> after,
               std::thread& thread) {
  before();
  co_await OnNewThread{thread};
  after();
}

TEST_F(UnlinkedKindsTest, CallOfACoroutineAfterItsSuspensionIsUnlinked) {
  std::optional<CallReport> before;
  const MiddleServer server(MiddleServer::Handler([&](grpc::ServerContext&) {
    std::thread thread;
    CallTwice(
        [&] {
          Call();
          before = report_;
        },
        [this] { Call(); }, thread);
    thread.join();
    return grpc::Status::OK;
  }));
  SendTo(server.NewChannel());
  ASSERT_TRUE(before.has_value());
  EXPECT_FALSE(before->is_unlinked);
  EXPECT_TRUE(report_->is_unlinked);
}

}  // namespace
}  // namespace baton
