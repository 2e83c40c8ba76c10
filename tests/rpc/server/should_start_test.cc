// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// RequestScope::ShouldStart(), for every kind of handler.

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "absl/time/time.h"
#include "baton/server.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/middle_server.h"
#include "tests/rpc/support/queue_server.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

using ::testing::ElementsAre;
using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

// Asks until the answer is no. Returns false if it stays yes.
bool AwaitNo(const RequestScope& scope) {
  const Stopwatch watch;
  while (scope.ShouldStart()) {
    if (watch.Elapsed() > kPatience) return false;
    std::this_thread::yield();
  }
  return true;
}

// Serves Call() with `handler` on a thread of its own, or on gRPC's thread.
class CallbackServer {
 public:
  using Handler = std::function<void(const RequestScope&)>;

  CallbackServer(bool on_worker, Handler handler, ServerOptions options = {})
      : service_(on_worker, std::move(handler)) {
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    builder.RegisterService(&service_);
    EXPECT_TRUE(InstallServer(&builder, std::move(options)).ok());
    server_ = builder.BuildAndStart();
    channel_ = grpc::CreateChannel("127.0.0.1:" + std::to_string(port),
                                   grpc::InsecureChannelCredentials());
  }
  ~CallbackServer() { server_->Shutdown(); }

  const std::shared_ptr<grpc::Channel>& channel() const { return channel_; }

 private:
  class Service final : public Scripted::CallbackService {
   public:
    Service(bool on_worker, Handler handler)
        : on_worker_(on_worker), handler_(std::move(handler)) {}
    ~Service() override {
      if (worker_.joinable()) worker_.join();
    }

    grpc::ServerUnaryReactor* Call(grpc::CallbackServerContext* context,
                                   const CallRequest*, CallResponse*) override {
      grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
      const RequestScope scope = RequestScope::From(context);
      auto run = [this, scope, reactor] {
        handler_(scope);
        reactor->Finish(grpc::Status::OK);
      };
      if (on_worker_) {
        worker_ = std::thread(run);
      } else {
        run();
      }
      return reactor;
    }

   private:
    const bool on_worker_;
    const Handler handler_;
    std::thread worker_;
  };

  Service service_;
  std::unique_ptr<grpc::Server> server_;
  std::shared_ptr<grpc::Channel> channel_;
};

std::shared_ptr<grpc::ClientContext> ParticipatingContext() {
  auto context = NewContext(kPatience);
  context->AddMetadata("retry-budget", "g=2,n=0,h=1");
  return context;
}

TEST(ShouldStartTest, EmptyScopeStarts) {
  EXPECT_TRUE(RequestScope().ShouldStart());
}

TEST(ShouldStartTest, RunningRequestStarts) {
  MiddleServer server([](grpc::ServerContext& context) {
    EXPECT_TRUE(RequestScope::From(&context).ShouldStart());
    return grpc::Status::OK;
  });
  EXPECT_TRUE(MakeUnaryCall(UnaryForm::kSync, server.NewChannel(),
                            NewContext(kPatience), RequestOf("x"))
                  .status.ok());
}

TEST(ShouldStartTest, SynchronousHandlerLearnsOfItsCancellation) {
  std::promise<void> started;
  std::promise<bool> said_no;
  MiddleServer server([&](grpc::ServerContext& context) {
    started.set_value();
    said_no.set_value(AwaitNo(RequestScope::From(&context)));
    return grpc::Status::OK;
  });
  const auto call = StartUnaryCall(UnaryForm::kSync, server.NewChannel(),
                                   NewContext(), RequestOf("x"));
  started.get_future().wait();
  call->context().TryCancel();
  EXPECT_TRUE(said_no.get_future().get());
}

TEST(ShouldStartTest, WorkerOfACallbackHandlerLearnsOfTheCancellation) {
  std::promise<void> started;
  std::promise<bool> said_no;
  ServerOptions options;
  options.counters = std::make_shared<ServerCounters>();
  {
    const CallbackServer server(
        /*on_worker=*/true,
        [&](const RequestScope& scope) {
          started.set_value();
          said_no.set_value(AwaitNo(scope));
        },
        options);
    const auto call = StartUnaryCall(UnaryForm::kSync, server.channel(),
                                     NewContext(), RequestOf("x"));
    started.get_future().wait();
    call->context().TryCancel();
    EXPECT_TRUE(said_no.get_future().get());
  }
  EXPECT_EQ(options.counters->Read().cancelled, 1);
}

TEST(ShouldStartTest, QuestionOfAWorkerStatesTheCapability) {
  const CallbackServer server(
      /*on_worker=*/true,
      [](const RequestScope& scope) { EXPECT_TRUE(scope.ShouldStart()); });
  EXPECT_THAT(MakeUnaryCall(UnaryForm::kSync, server.channel(),
                            ParticipatingContext(), RequestOf("x"))
                  .Trailers("retry-advice"),
              ElementsAre("r=ok,u=0,c=d"));
}

TEST(ShouldStartTest, QuestionOnTheReceivingThreadStatesNoCapability) {
  const CallbackServer server(
      /*on_worker=*/false,
      [](const RequestScope& scope) { EXPECT_TRUE(scope.ShouldStart()); });
  EXPECT_THAT(MakeUnaryCall(UnaryForm::kSync, server.channel(),
                            ParticipatingContext(), RequestOf("x"))
                  .Trailers("retry-advice"),
              ElementsAre("r=ok,u=0"));
}

TEST(ShouldStartTest, QueueHandlerThatAsksOnAWorkerStatesTheCapability) {
  QueueServer server(QueueService::kTyped, [](grpc::ServerContext& context) {
    const RequestScope scope = RequestScope::From(&context);
    std::thread([&scope] { EXPECT_TRUE(scope.ShouldStart()); }).join();
    return grpc::Status::OK;
  });
  EXPECT_THAT(MakeUnaryCall(UnaryForm::kSync, server.NewChannel(),
                            ParticipatingContext(), RequestOf("x"))
                  .Trailers("retry-advice"),
              ElementsAre("r=ok,u=0,c=d"));
}

TEST(ShouldStartTest, RejectedRequestDoesNotStart) {
  ServerOptions options;
  options.expired_requests.mode = Mode::kEnforce;
  options.expired_requests.min_remaining = absl::Hours(1);
  options.expired_requests.max_rejected_ratio = 1;
  options.counters = std::make_shared<ServerCounters>();
  QueueServer server(
      QueueService::kTyped,
      [](grpc::ServerContext& context) {
        EXPECT_FALSE(RequestScope::From(&context).ShouldStart());
        return grpc::Status(grpc::StatusCode::ABORTED, "rejected");
      },
      options);
  MakeUnaryCall(UnaryForm::kSync, server.NewChannel(), NewContext(kPatience),
                RequestOf("x"));
  EXPECT_EQ(options.counters->Read().rejected, 1);
  EXPECT_EQ(options.counters->Read().cancelled, 0);
}

}  // namespace
}  // namespace baton
