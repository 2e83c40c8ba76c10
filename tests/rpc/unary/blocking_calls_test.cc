// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Synchronous calls wherever bare gRPC allows them, while they block all other
// threads that serve calls. Each test runs on bare channels and
// on channels of Baton.

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "grpcpp/version_info.h"
#include "gtest/gtest.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/scripted_server.h"

namespace baton {
namespace {

using testing::v1::CallResponse;
using testing::v1::Scripted;

constexpr int kCalls = 64;

class BlockingCallsTest : public ::testing::TestWithParam<bool> {
 protected:
  // With Baton each call needs two attempts.
  BlockingCallsTest() {
    server_.Otherwise([](const SeenAttempt& attempt) {
      for (const std::string& header : attempt.Values("retry-budget")) {
        if (header.find("n=0") != std::string::npos) {
          return Fail(grpc::StatusCode::UNAVAILABLE);
        }
      }
      return Echo();
    });
  }

  std::shared_ptr<grpc::Channel> NewChannel(
      ClientInterceptorFactories interceptors = {}) const {
    if (!GetParam()) {
      return grpc::experimental::CreateCustomChannelWithInterceptors(
          server_.address(), grpc::InsecureChannelCredentials(),
          grpc::ChannelArguments(), std::move(interceptors));
    }
    ClientOptions options;
    options.policy.process_budget = ProcessBudgetOptions::Unlimited();
    options.policy.retry_breaker.enabled = false;
    MethodPolicy& everything = options.policy.everything();
    everything.idempotency = Idempotency::kIdempotent;
    everything.retry.backoff.initial = absl::Milliseconds(1);
    everything.retry.backoff.max = absl::Milliseconds(2);
    auto channel = CreateChannel(
        server_.address(), grpc::InsecureChannelCredentials(), options,
        grpc::ChannelArguments(), std::move(interceptors));
    EXPECT_TRUE(channel.ok()) << channel.status();
    return *std::move(channel);
  }

  // Makes a synchronous call on this thread.
  static bool Call(const std::shared_ptr<grpc::Channel>& channel) {
    const auto context = NewContext(kPatience);
    CallResponse response;
    const grpc::Status status = Scripted::NewStub(channel)->Call(
        context.get(), RequestOf("inner"), &response);
    return status.ok() && response.payload() == "inner";
  }

  // Makes calls in this form, and a synchronous call at the end of each.
  void CallWhereCallsEnd(UnaryForm form) {
    const auto channel = NewChannel();
    std::atomic<int> ok{0};
    std::vector<std::unique_ptr<StartedCall>> calls;
    for (int i = 0; i < kCalls; ++i) {
      CallHooks hooks;
      hooks.on_end = [&ok, &channel](const UnaryResult&) {
        if (Call(channel)) ++ok;
      };
      calls.push_back(StartUnaryCall(form, channel, NewContext(kPatience),
                                     RequestOf("outer"), std::move(hooks)));
    }
    for (const auto& call : calls) call->Wait();
    calls.clear();
    EXPECT_EQ(ok, kCalls);
  }

  ScriptedServer server_;
};

INSTANTIATE_TEST_SUITE_P(Channels, BlockingCallsTest, ::testing::Bool(),
                         [](const auto& of) {
                           return of.param ? "Baton" : "Bare";
                         });

// From 1.69 on, blocking callbacks keep bare gRPC from its own work. Of 64 such
// calls on two processors, a quarter exceeds its deadline.
#if GRPC_CPP_VERSION_MAJOR == 1 && GRPC_CPP_VERSION_MINOR < 69
TEST_P(BlockingCallsTest, BlockingCallsInCallbacksSucceed) {
  CallWhereCallsEnd(UnaryForm::kCallback);
}

TEST_P(BlockingCallsTest, BlockingCallsInReactionsSucceed) {
  CallWhereCallsEnd(UnaryForm::kReactor);
}

#endif

TEST_P(BlockingCallsTest, BlockingCallsOnQueueThreadsSucceed) {
  CallWhereCallsEnd(UnaryForm::kCqFinish);
}

TEST_P(BlockingCallsTest, ConcurrentBlockingCallsSucceed) {
  const auto channel = NewChannel();
  std::atomic<int> ok{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < kCalls; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 5; ++n) ok += Call(channel) ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(ok, 5 * kCalls);
}

// An application interceptor that makes a call before and after each attempt,
// for example an authorization check.
class CallingInterceptor final : public rpc::Interceptor {
 public:
  explicit CallingInterceptor(std::function<void()> call)
      : call_(std::move(call)) {}

  void Intercept(rpc::InterceptorBatchMethods* batch) override {
    if (batch->QueryInterceptionHookPoint(
            rpc::Hook::PRE_SEND_INITIAL_METADATA) ||
        batch->QueryInterceptionHookPoint(rpc::Hook::POST_RECV_STATUS)) {
      call_();
    }
    batch->Proceed();
  }

 private:
  const std::function<void()> call_;
};

class CallingFactory final : public rpc::ClientInterceptorFactoryInterface {
 public:
  explicit CallingFactory(std::function<void()> call)
      : call_(std::move(call)) {}

  rpc::Interceptor* CreateClientInterceptor(rpc::ClientRpcInfo*) override {
    return new CallingInterceptor(call_);
  }

 private:
  const std::function<void()> call_;
};

TEST_P(BlockingCallsTest, BlockingCallsInInterceptorsOfAttemptsSucceed) {
  const auto inner = NewChannel();
  std::atomic<int> failed{0};
  ClientInterceptorFactories interceptors;
  interceptors.push_back(std::make_unique<CallingFactory>([&] {
    if (!Call(inner)) ++failed;
  }));
  const auto outer = NewChannel(std::move(interceptors));
  std::vector<std::unique_ptr<StartedCall>> calls;
  for (const UnaryForm form : AllUnaryForms()) {
    if (IsOfBytes(form)) continue;
    for (int i = 0; i < 4; ++i) {
      calls.push_back(StartUnaryCall(form, outer, NewContext(kPatience),
                                     RequestOf("outer")));
    }
  }
  for (const auto& call : calls) call->Wait();
  calls.clear();
  EXPECT_EQ(failed, 0);
}

}  // namespace
}  // namespace baton
