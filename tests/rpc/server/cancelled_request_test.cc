// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Requests that are already cancelled when their handler would start.

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <utility>

#include "absl/time/time.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/server.h"
#include "grpcpp/grpcpp.h"
#include "grpcpp/impl/service_type.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/every_handler.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

// Holds requests with the key `hold` before their handlers start.
class Holder {
 public:
  void Hold() {
    std::unique_lock<std::mutex> lock(mutex_);
    ++held_;
    changed_.notify_all();
    changed_.wait_for(lock, absl::ToChronoMilliseconds(kPatience),
                      [this] { return released_; });
  }
  bool AwaitHeld(int count) {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_for(lock, absl::ToChronoMilliseconds(kPatience),
                             [this, count] { return held_ >= count; });
  }
  void Release(bool released) {
    const std::lock_guard<std::mutex> lock(mutex_);
    released_ = released;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int held_ = 0;
  bool released_ = false;
};

class HoldInterceptor final : public rpc::Interceptor {
 public:
  explicit HoldInterceptor(Holder& holder) : holder_(holder) {}
  void Intercept(rpc::InterceptorBatchMethods* batch) override {
    if (batch->QueryInterceptionHookPoint(
            rpc::Hook::POST_RECV_INITIAL_METADATA) &&
        batch->GetRecvInitialMetadata()->count("hold") > 0) {
      holder_.Hold();
    }
    batch->Proceed();
  }

 private:
  Holder& holder_;
};

class HoldFactory final : public rpc::ServerInterceptorFactoryInterface {
 public:
  explicit HoldFactory(Holder& holder) : holder_(holder) {}
  rpc::Interceptor* CreateServerInterceptor(rpc::ServerRpcInfo*) override {
    return new HoldInterceptor(holder_);
  }

 private:
  Holder& holder_;
};

ServerOptions CountedOptions(Mode mode) {
  ServerOptions options;
  options.cancelled_requests.mode = mode;
  options.counters = std::make_shared<ServerCounters>();
  return options;
}

class HoldingServer {
 public:
  HoldingServer(HandlerApi api, const ServerOptions& options)
      : service_(NewEveryHandler(api, ran_)) {
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    ServerInterceptorFactories factories;
    factories.push_back(std::make_unique<HoldFactory>(holder_));
    EXPECT_TRUE(InstallServer(&builder, options, std::move(factories)).ok());
    builder.RegisterService(service_.get());
    server_ = builder.BuildAndStart();
    channel_ = grpc::CreateChannel("127.0.0.1:" + std::to_string(port),
                                   grpc::InsecureChannelCredentials());
  }
  ~HoldingServer() { Shutdown(); }

  // Returns when all handlers have returned.
  void Shutdown() { server_->Shutdown(); }

  grpc::Status Call(MethodKind kind, grpc::ClientContext& context) const {
    return CallMethod(kind, channel_, context,
                      RequestOf(std::string(512, 'x')));
  }

  // Holds a request until the server has read its cancellation: the later call
  // uses the same connection.
  void CancelBeforeHandler(MethodKind kind) {
    holder_.Release(false);
    const auto context = NewContext(kPatience);
    context->AddMetadata("hold", "yes");
    std::thread caller([&] {
      EXPECT_EQ(Call(kind, *context).error_code(), grpc::StatusCode::CANCELLED);
    });
    EXPECT_TRUE(holder_.AwaitHeld(++held_));
    context->TryCancel();
    caller.join();
    EXPECT_TRUE(Call(kind, *NewContext(kPatience)).ok());
    holder_.Release(true);
  }

  int ran() const { return ran_; }

 private:
  std::atomic<int> ran_{0};
  int held_ = 0;
  Holder holder_;
  const std::unique_ptr<grpc::Service> service_;
  std::unique_ptr<grpc::Server> server_;
  std::shared_ptr<grpc::Channel> channel_;
};

class CancelledRequestTest : public ::testing::TestWithParam<MethodKind> {};

INSTANTIATE_TEST_SUITE_P(Kinds, CancelledRequestTest,
                         ::testing::Values(MethodKind::kUnary,
                                           MethodKind::kServerStream,
                                           MethodKind::kClientStream,
                                           MethodKind::kBidi),
                         [](const auto& kind) {
                           std::ostringstream name;
                           name << kind.param;
                           return name.str();
                         });

// gRPC may learn of a cancellation while the handler starts. Each test
// therefore holds several requests.
constexpr int kTries = 20;

TEST_P(CancelledRequestTest, CancelledRequestDoesNotStartItsHandler) {
  const ServerOptions options = CountedOptions(Mode::kEnforce);
  HoldingServer server(HandlerApi::kSync, options);
  for (int i = 0; i < kTries && options.counters->Read().cancelled < 3; ++i) {
    server.CancelBeforeHandler(GetParam());
  }
  server.Shutdown();
  const ServerCounters::Snapshot counted = options.counters->Read();
  EXPECT_GE(counted.cancelled, 3);
  EXPECT_EQ(counted.rejected, counted.cancelled);
  EXPECT_EQ(counted.would_reject, 0);
  EXPECT_EQ(server.ran(), counted.requests - counted.cancelled);
}

TEST_P(CancelledRequestTest, ObserveModeStartsTheHandler) {
  const ServerOptions options = CountedOptions(Mode::kObserve);
  HoldingServer server(HandlerApi::kSync, options);
  for (int i = 0; i < kTries && options.counters->Read().would_reject < 1;
       ++i) {
    server.CancelBeforeHandler(GetParam());
  }
  server.Shutdown();
  const ServerCounters::Snapshot counted = options.counters->Read();
  EXPECT_GE(counted.would_reject, 1);
  EXPECT_EQ(counted.rejected, 0);
  EXPECT_EQ(server.ran(), counted.requests);
}

// Keeps the report of a rejected request.
class HeldReport final : public RequestObserverFactory {
 public:
  std::unique_ptr<RequestObserver> OnRequestStart(
      const RequestStart& request) override {
    if (!request.metadata->Get("hold").has_value()) return nullptr;
    return std::make_unique<Observer>(report_);
  }
  const RequestReport& report() const { return report_; }

 private:
  class Observer final : public RequestObserver {
   public:
    explicit Observer(RequestReport& report) : report_(report) {}
    std::unique_ptr<Attachment> Attach() override { return nullptr; }
    void OnRequestEnd(const RequestReport& report) override {
      if (report.rejection != RequestRejection::kNone) report_ = report;
    }

   private:
    RequestReport& report_;
  };

  RequestReport report_;
};

TEST(CancelledRequestReportTest, ReportNamesTheRejection) {
  ServerOptions options = CountedOptions(Mode::kEnforce);
  const auto observer = std::make_shared<HeldReport>();
  options.observers = observer;
  HoldingServer server(HandlerApi::kSync, options);
  for (int i = 0; i < kTries && options.counters->Read().cancelled < 1; ++i) {
    server.CancelBeforeHandler(MethodKind::kUnary);
  }
  server.Shutdown();
  const RequestReport& report = observer->report();
  EXPECT_EQ(report.rejection, RequestRejection::kCancelled);
  EXPECT_FALSE(report.rejection_only_observed);
  EXPECT_EQ(report.code, absl::StatusCode::kCancelled);
}

std::string AdviceOf(MethodKind kind, HandlerApi api,
                     const ServerOptions& options) {
  const HoldingServer server(api, options);
  const auto context = NewContext(kPatience);
  context->AddMetadata("retry-budget", "g=2,n=0,h=1");
  EXPECT_TRUE(server.Call(kind, *context).ok());
  const auto& trailers = context->GetServerTrailingMetadata();
  const auto found = trailers.find("retry-advice");
  return found == trailers.end()
             ? ""
             : std::string(found->second.data(), found->second.size());
}

TEST_P(CancelledRequestTest, SynchronousHandlersStateTheCapability) {
  EXPECT_EQ(AdviceOf(GetParam(), HandlerApi::kSync, {}), "r=ok,u=0,c=d");
}

TEST_P(CancelledRequestTest, ObserveModeStatesNoCapability) {
  EXPECT_EQ(
      AdviceOf(GetParam(), HandlerApi::kSync, CountedOptions(Mode::kObserve)),
      "r=ok,u=0");
}

// Unary only: ThreadSanitizer does not see how gRPC synchronizes the reactors
// of streams.
TEST(CancelledRequestReportTest, CallbackHandlersStateADeclaredCapability) {
  EXPECT_EQ(AdviceOf(MethodKind::kUnary, HandlerApi::kCallback, {}),
            "r=ok,u=0");
  ServerOptions declared;
  declared.cancelled_requests.dropped_by_application = true;
  EXPECT_EQ(AdviceOf(MethodKind::kUnary, HandlerApi::kCallback, declared),
            "r=ok,u=0,c=d");
}

TEST(CancelledRequestReportTest, ClientWithoutHeaderGetsNoCapability) {
  const HoldingServer server(HandlerApi::kSync, {});
  const auto context = NewContext(kPatience);
  EXPECT_TRUE(server.Call(MethodKind::kUnary, *context).ok());
  EXPECT_TRUE(context->GetServerTrailingMetadata().empty());
}

}  // namespace
}  // namespace baton
