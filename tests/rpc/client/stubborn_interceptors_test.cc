// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Application interceptors that block, or that serve an attempt and never
// complete it. Only their own calls may be delayed, and not without limit.

#include <memory>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "baton/client.h"
#include "grpcpp/grpcpp.h"
#include "grpcpp/support/client_interceptor.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/stream_forms.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/patience.h"
#include "tests/support/signal.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::grpc::experimental::ClientInterceptorFactoryInterface;
using ::grpc::experimental::ClientRpcInfo;
using ::grpc::experimental::InterceptionHookPoints;
using ::grpc::experimental::Interceptor;
using ::grpc::experimental::InterceptorBatchMethods;
using ::testing::Combine;
using ::testing::ValuesIn;

// Blocks the n-th attempt before it is sent, until it is released.
class Barrier {
 public:
  explicit Barrier(int blocked) : blocked_(blocked) {}

  void Pass() {
    if (Number() != blocked_) return;
    reached_.Give();
    released_.Await();
  }

  void AwaitReached() { ASSERT_TRUE(reached_.Await()); }
  void Release() { released_.Give(); }

 private:
  int Number() {
    std::lock_guard<std::mutex> lock(mutex_);
    return ++passed_;
  }

  const int blocked_;
  std::mutex mutex_;
  int passed_ = 0;
  Signal reached_;
  Signal released_;
};

class BlockingInterceptor final : public Interceptor {
 public:
  explicit BlockingInterceptor(Barrier& barrier) : barrier_(barrier) {}

  void Intercept(InterceptorBatchMethods* batch) override {
    if (batch->QueryInterceptionHookPoint(
            InterceptionHookPoints::PRE_SEND_INITIAL_METADATA)) {
      barrier_.Pass();
    }
    batch->Proceed();
  }

 private:
  Barrier& barrier_;
};

// Attempts that were taken and wait for CompleteAll().
class Cellar {
 public:
  void Put(InterceptorBatchMethods* batch) {
    std::lock_guard<std::mutex> lock(mutex_);
    batches_.push_back(batch);
  }

  void CompleteAll() {
    std::vector<InterceptorBatchMethods*> batches;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      batches.swap(batches_);
    }
    for (InterceptorBatchMethods* batch : batches) {
      if (batch->QueryInterceptionHookPoint(
              InterceptionHookPoints::PRE_RECV_MESSAGE)) {
        batch->FailHijackedRecvMessage();
      }
      if (batch->QueryInterceptionHookPoint(
              InterceptionHookPoints::PRE_RECV_STATUS)) {
        *batch->GetRecvStatus() = grpc::Status(StatusCode::ABORTED, "too late");
      }
      batch->Proceed();
    }
  }

 private:
  std::mutex mutex_;
  std::vector<InterceptorBatchMethods*> batches_;
};

class SilentInterceptor final : public Interceptor {
 public:
  explicit SilentInterceptor(Cellar& cellar) : cellar_(cellar) {}

  void Intercept(InterceptorBatchMethods* batch) override {
    if (!hijacked_ && batch->QueryInterceptionHookPoint(
                          InterceptionHookPoints::PRE_SEND_INITIAL_METADATA)) {
      hijacked_ = true;
      batch->Hijack();
    } else if (batch->QueryInterceptionHookPoint(
                   InterceptionHookPoints::PRE_RECV_MESSAGE) ||
               batch->QueryInterceptionHookPoint(
                   InterceptionHookPoints::PRE_RECV_STATUS)) {
      cellar_.Put(batch);
    } else {
      batch->Proceed();
    }
  }

 private:
  Cellar& cellar_;
  bool hijacked_ = false;
};

template <typename What, typename With>
class Factory final : public ClientInterceptorFactoryInterface {
 public:
  explicit Factory(With& with) : with_(with) {}
  Interceptor* CreateClientInterceptor(ClientRpcInfo* /*info*/) override {
    return new What(with_);
  }

 private:
  With& with_;
};

template <typename What, typename With>
ClientInterceptorFactories Interceptors(With& with) {
  ClientInterceptorFactories factories;
  factories.push_back(std::make_unique<Factory<What, With>>(with));
  return factories;
}

class StubbornInterceptorsTest : public ::testing::TestWithParam<UnaryForm> {
 protected:
  std::unique_ptr<StartedCall> Start(ClientInterceptorFactories interceptors,
                                     absl::Duration timeout = kPatience) {
    return StartUnaryCall(
        GetParam(),
        NewBatonChannel(server_.address(), options_, std::move(interceptors)),
        NewContext(timeout), RequestOf("hello"));
  }

  ClientOptions options_ = QuickOptions();
  ScriptedServer server_;
};

INSTANTIATE_TEST_SUITE_P(Forms, StubbornInterceptorsTest,
                         ValuesIn(AllUnaryForms()), NameOfForm);

TEST_P(StubbornInterceptorsTest, BlockingInterceptorDoesNotDelayOtherCalls) {
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  Barrier barrier(2);
  const auto blocked = Start(Interceptors<BlockingInterceptor>(barrier));
  barrier.AwaitReached();
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  server_.Add(Answer("other"));
  EXPECT_EQ(Start({})->Wait().payload, "other");
  server_.Add(Answer("ok"));
  barrier.Release();
  EXPECT_EQ(blocked->Wait().payload, "ok");
}

TEST_P(StubbornInterceptorsTest,
       SilentInterceptorIsNotAwaitedAfterTheDeadline) {
  Cellar cellar;
  {
    const auto call =
        Start(Interceptors<SilentInterceptor>(cellar), absl::Milliseconds(100));
    const UnaryResult result = call->Wait();
    EXPECT_EQ(result.status.error_code(), StatusCode::DEADLINE_EXCEEDED);
    const auto report = GetCallReport(call->context());
    ASSERT_TRUE(report.has_value());
    EXPECT_EQ(report->stop_reason, StopReason::kNotEnoughTime);
    EXPECT_LT(report->lasted, kPatience / 2);
  }
  // The thread of a synchronous call has already returned.
  cellar.CompleteAll();
}

using StreamForm = std::tuple<StreamApi, StreamKind>;

class StubbornBelowStreamsTest : public ::testing::TestWithParam<StreamForm> {
 protected:
  ScriptedServer server_;
};

INSTANTIATE_TEST_SUITE_P(Kinds, StubbornBelowStreamsTest,
                         Combine(ValuesIn(AllStreamApis()),
                                 ValuesIn(AllStreamKinds())),
                         [](const auto& form) {
                           return Name(std::get<StreamApi>(form.param)) +
                                  Name(std::get<StreamKind>(form.param));
                         });

TEST_P(StubbornBelowStreamsTest,
       SilentInterceptorIsNotAwaitedAfterTheDeadline) {
  Cellar cellar;
  {
    const auto [api, kind] = GetParam();
    const auto context = NewContext(absl::Milliseconds(100));
    const auto channel =
        NewBatonChannel(server_.address(), QuickOptions(),
                        Interceptors<SilentInterceptor>(cellar));
    const StreamResult result =
        MakeStreamCall(api, kind, channel, *context, {"a"});
    EXPECT_EQ(result.status.error_code(), StatusCode::DEADLINE_EXCEEDED);
    const auto report = GetCallReport(*context);
    ASSERT_TRUE(report.has_value());
    EXPECT_EQ(report->stop_reason, StopReason::kNotEnoughTime);
    EXPECT_LT(report->lasted, kPatience / 2);
  }
  cellar.CompleteAll();
}

}  // namespace
}  // namespace baton
