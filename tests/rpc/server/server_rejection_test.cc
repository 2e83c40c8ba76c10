// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Rejected requests with too little time left, for every kind of handler.

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>

#include "absl/time/time.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/server/server_interceptor_factory.h"
#include "baton/rpc/server/server_state.h"
#include "baton/server.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/every_handler.h"
#include "tests/rpc/support/queue_server.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::HasSubstr;

// Rejects every request with a deadline.
ServerOptions RejectEveryRequest(Mode mode) {
  ServerOptions options;
  options.expired_requests.mode = mode;
  options.expired_requests.min_remaining = absl::Hours(1);
  options.expired_requests.max_rejected_ratio = 1;
  options.counters = std::make_shared<ServerCounters>();
  return options;
}

// A server with every kind of handler.
class EveryHandlerServer {
 public:
  // Interceptors in `before` receive requests before Baton does.
  EveryHandlerServer(
      HandlerApi api, const ServerOptions& options,
      std::unique_ptr<rpc::ServerInterceptorFactoryInterface> before = nullptr)
      : service_(NewEveryHandler(api, ran_)) {
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    EXPECT_TRUE(InstallServer(&builder, options).ok());
    if (before != nullptr) {
      ServerInterceptorFactories both;
      both.push_back(std::make_unique<rpc::ServerInterceptorFactory>(
          std::make_shared<rpc::ServerState>(options)));
      both.push_back(std::move(before));
      builder.experimental().SetInterceptorCreators(std::move(both));
    }
    builder.RegisterService(service_.get());
    server_ = builder.BuildAndStart();
    channel_ = grpc::CreateChannel("127.0.0.1:" + std::to_string(port),
                                   grpc::InsecureChannelCredentials());
  }
  ~EveryHandlerServer() { Shutdown(); }

  // Returns when all handlers have returned.
  void Shutdown() { server_->Shutdown(); }

  grpc::Status Call(MethodKind kind, grpc::ClientContext& context) const {
    // Large enough for an allocation on the heap.
    return CallMethod(kind, channel_, context,
                      RequestOf(std::string(512, 'x')));
  }
  int ran() const { return ran_; }

 private:
  std::atomic<int> ran_{0};
  const std::unique_ptr<grpc::Service> service_;
  std::unique_ptr<grpc::Server> server_;
  std::shared_ptr<grpc::Channel> channel_;
};

std::string Trailer(const grpc::ClientContext& context, const char* key) {
  const auto& trailers = context.GetServerTrailingMetadata();
  const auto found = trailers.find(key);
  return found == trailers.end()
             ? ""
             : std::string(found->second.data(), found->second.size());
}

class RejectionTest
    : public ::testing::TestWithParam<std::tuple<HandlerApi, MethodKind>> {};

INSTANTIATE_TEST_SUITE_P(
    Handlers, RejectionTest,
    ::testing::Combine(
        ::testing::Values(HandlerApi::kSync, HandlerApi::kCallback),
        ::testing::Values(MethodKind::kUnary, MethodKind::kServerStream,
                          MethodKind::kClientStream, MethodKind::kBidi)),
    [](const auto& handler) {
      std::ostringstream name;
      name << std::get<0>(handler.param) << std::get<1>(handler.param);
      return name.str();
    });

TEST_P(RejectionTest, RejectedRequestDoesNotRunTheHandler) {
  const auto [api, kind] = GetParam();
  const ServerOptions options = RejectEveryRequest(Mode::kEnforce);
  const EveryHandlerServer server(api, options);
  const auto context = NewContext(kPatience);
  context->AddMetadata("retry-budget", "g=2,n=0,h=1");
  const grpc::Status status = server.Call(kind, *context);
  EXPECT_EQ(status.error_code(), StatusCode::DEADLINE_EXCEEDED);
  EXPECT_THAT(status.error_message(), HasSubstr("more than 1h required"));
  EXPECT_EQ(server.ran(), 0);
  EXPECT_EQ(Trailer(*context, "retry-advice"), api == HandlerApi::kSync
                                                   ? "r=no,w=expired,u=0,c=d"
                                                   : "r=no,w=expired,u=0");
  EXPECT_EQ(Trailer(*context, "grpc-retry-pushback-ms"), "-1");
  EXPECT_EQ(options.counters->Read().rejected, 1);
  EXPECT_EQ(options.counters->Read().would_reject, 0);
}

TEST_P(RejectionTest, ObserveModeRunsTheHandler) {
  const auto [api, kind] = GetParam();
  const ServerOptions options = RejectEveryRequest(Mode::kObserve);
  const EveryHandlerServer server(api, options);
  const auto context = NewContext(kPatience);
  EXPECT_TRUE(server.Call(kind, *context).ok());
  EXPECT_EQ(server.ran(), 1);
  EXPECT_TRUE(context->GetServerTrailingMetadata().empty());
  EXPECT_EQ(options.counters->Read().rejected, 0);
  EXPECT_EQ(options.counters->Read().would_reject, 1);
}

TEST_P(RejectionTest, RequestWithoutDeadlineRunsTheHandler) {
  const auto [api, kind] = GetParam();
  const ServerOptions options = RejectEveryRequest(Mode::kEnforce);
  const EveryHandlerServer server(api, options);
  const auto context = NewContext();
  EXPECT_TRUE(server.Call(kind, *context).ok());
  EXPECT_EQ(server.ran(), 1);
  EXPECT_EQ(options.counters->Read().would_reject, 0);
}

// Blocks requests while it is closed, like an overloaded server.
class Gate {
 public:
  void Close() { Set(false); }
  void Open() { Set(true); }
  void Pass() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait_for(lock, absl::ToChronoMilliseconds(kPatience),
                      [this] { return open_; });
  }

 private:
  void Set(bool open) {
    std::lock_guard<std::mutex> lock(mutex_);
    open_ = open;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = true;
};

class Late final : public rpc::ServerInterceptorFactoryInterface {
 public:
  explicit Late(Gate& gate) : gate_(gate) {}

  rpc::Interceptor* CreateServerInterceptor(rpc::ServerRpcInfo*) override {
    return new Wait(gate_);
  }

 private:
  class Wait final : public rpc::Interceptor {
   public:
    explicit Wait(Gate& gate) : gate_(gate) {}
    void Intercept(rpc::InterceptorBatchMethods* batch) override {
      if (batch->QueryInterceptionHookPoint(
              rpc::Hook::POST_RECV_INITIAL_METADATA)) {
        gate_.Pass();
      }
      batch->Proceed();
    }

   private:
    Gate& gate_;
  };

  Gate& gate_;
};

class ExpiredTest : public ::testing::TestWithParam<HandlerApi> {};

INSTANTIATE_TEST_SUITE_P(Apis, ExpiredTest,
                         ::testing::Values(HandlerApi::kSync,
                                           HandlerApi::kCallback),
                         [](const auto& api) {
                           std::ostringstream name;
                           name << api.param;
                           return name.str();
                         });

TEST_P(ExpiredTest, ExpiredRequestDoesNotRunTheHandler) {
  ServerOptions options = RejectEveryRequest(Mode::kEnforce);
  options.expired_requests.min_remaining = absl::ZeroDuration();
  Gate gate;
  EveryHandlerServer server(GetParam(), options, std::make_unique<Late>(gate));
  const auto call = [&server](absl::Duration timeout) {
    return server.Call(MethodKind::kUnary, *NewContext(timeout)).error_code();
  };
  EXPECT_EQ(call(kPatience), StatusCode::OK);
  // On a busy machine a request may expire before it is sent.
  for (int i = 0; i < 20 && options.counters->Read().rejected == 0; ++i) {
    gate.Close();
    EXPECT_EQ(call(absl::Milliseconds(100)), StatusCode::DEADLINE_EXCEEDED);
    gate.Open();
    EXPECT_EQ(call(kPatience), StatusCode::OK);
  }
  server.Shutdown();
  // The client's clock may be ahead, so some requests may not have been late.
  const ServerCounters::Snapshot counted = options.counters->Read();
  EXPECT_GE(counted.rejected, 1);
  EXPECT_EQ(server.ran(), counted.requests - counted.rejected);
}

class QueueRejectionTest : public ::testing::TestWithParam<QueueService> {};

INSTANTIATE_TEST_SUITE_P(Services, QueueRejectionTest,
                         ::testing::Values(QueueService::kTyped,
                                           QueueService::kGeneric),
                         [](const auto& service) {
                           std::ostringstream name;
                           name << service.param;
                           return name.str();
                         });

TEST_P(QueueRejectionTest, ApplicationAnswersARejectedQueueRequest) {
  const ServerOptions options = RejectEveryRequest(Mode::kEnforce);
  QueueServer server(
      GetParam(),
      [](grpc::ServerContext& context) {
        return RequestScope::From(&context).rejected()
                   ? grpc::Status(StatusCode::ABORTED, "of its own")
                   : grpc::Status::OK;
      },
      options);
  const auto context = NewContext(kPatience);
  context->AddMetadata("retry-budget", "g=2,n=0,h=1");
  const UnaryResult result = MakeUnaryCall(
      UnaryForm::kSync, server.NewChannel(), context, RequestOf("x"));
  EXPECT_EQ(result.status.error_code(), StatusCode::ABORTED);
  EXPECT_THAT(result.Trailers("retry-advice"),
              ::testing::ElementsAre("r=no,w=expired,u=0"));
  EXPECT_EQ(options.counters->Read().rejected, 1);
}

TEST_P(QueueRejectionTest, UncheckedRejectionOnAQueueIsOnlyObserved) {
  const ServerOptions options = RejectEveryRequest(Mode::kEnforce);
  QueueServer server(
      GetParam(), [](grpc::ServerContext&) { return grpc::Status::OK; },
      options);
  EXPECT_TRUE(MakeUnaryCall(UnaryForm::kSync, server.NewChannel(),
                            NewContext(kPatience), RequestOf("x"))
                  .status.ok());
  EXPECT_EQ(options.counters->Read().rejected, 0);
  EXPECT_EQ(options.counters->Read().would_reject, 1);
}

}  // namespace
}  // namespace baton
