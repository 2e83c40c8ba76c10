// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/healthy_call.h"

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "baton/call_report.h"
#include "baton/client.h"
#include "baton/monotonic_time.h"
#include "baton/mutex.h"
#include "baton/rpc/channel/channel_state.h"
#include "baton/rpc/client/client_interceptor.h"
#include "baton/rpc/runtime/runtime.h"
#include "baton/rpc/runtime/timer_heap.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/awaited_queue.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_uniform.h"
#include "tests/support/patience.h"

namespace baton::rpc {
namespace {

using ::grpc::StatusCode;
using testing::v1::CallResponse;
using testing::v1::Scripted;

constexpr char kDropsCancelledWork[] = "r=ok,u=0,c=d";
constexpr absl::Duration kTimeout = absl::Seconds(3);
// The age of the first check, with three attempts and no measured latency.
constexpr absl::Duration kFirstCheck = absl::Seconds(1);

// A ManualRuntime for calls whose second attempt ends on a thread of Baton.
class SharedRuntime final : public Runtime {
 public:
  // Returns a new runtime. It is never destroyed, because a thread of Baton may
  // still use it when the application already has the status.
  static SharedRuntime& New() {
    static auto* const runtimes =
        new std::vector<std::unique_ptr<SharedRuntime>>();
    return *runtimes->emplace_back(std::make_unique<SharedRuntime>());
  }

  // Moves the time, and then runs the timers that are due.
  void Advance(absl::Duration step) {
    clock_.Advance(step);
    for (;;) {
      TimerHeap::Function run;
      {
        const MutexLock lock(mutex_);
        if (timers_.empty() || timers_.FirstTime() > Now()) return;
        run = timers_.RemoveFirst();
      }
      run();
    }
  }
  bool has_timer() {
    const MutexLock lock(mutex_);
    return !timers_.empty();
  }
  MonotonicTime next_timer() {
    const MutexLock lock(mutex_);
    return timers_.FirstTime();
  }
  // From now on, cancelled timers also run, as if they had already begun.
  void RunCancelledTimers() { runs_cancelled_ = true; }

  MonotonicTime Now() const override { return clock_.Now(); }
  core::UniformSource& Uniform() override { return uniform_; }
  TimerId Schedule(MonotonicTime at, TimerHeap::Function run) override {
    const MutexLock lock(mutex_);
    return timers_.Add(at, std::move(run));
  }
  bool Cancel(TimerId id) override {
    if (runs_cancelled_) return false;
    const MutexLock lock(mutex_);
    return timers_.Remove(id) != nullptr;
  }
  void Post(std::function<void()> work) override { work(); }

 private:
  support::FakeClock clock_;
  support::FakeUniform uniform_{0.5};
  bool runs_cancelled_ = false;
  Mutex mutex_;
  TimerHeap timers_ ABSL_GUARDED_BY(mutex_);
};

// A unary call on a completion queue.
struct QueueCall {
  const std::shared_ptr<grpc::ClientContext> context = NewContext();
  CallResponse response;
  grpc::Status status;
  std::unique_ptr<grpc::ClientAsyncResponseReader<CallResponse>> reader;
};

class HealthyCallTest : public ::testing::Test {
 protected:
  HealthyCallTest() {
    options_.policy.everything().deadline.default_timeout = kTimeout;
  }

  // Connects a channel, and learns that the server drops cancelled work.
  void Connect() {
    ClientInterceptorFactories factories;
    factories.push_back(std::make_unique<ClientInterceptorFactory>(
        std::make_shared<const ChannelState>(server_.address(), options_,
                                             /*first_attempts_in_place=*/true,
                                             runtime_)));
    stub_ = Scripted::NewStub(
        grpc::experimental::CreateCustomChannelWithInterceptors(
            server_.address(), grpc::InsecureChannelCredentials(),
            grpc::ChannelArguments(), std::move(factories)));
    CallQuickly();
  }
  void CallQuickly() {
    server_.Add(
        Answer("quick").WithTrailer("retry-advice", kDropsCancelledWork));
    QueueCall quick;
    Start(quick);
    EXPECT_TRUE(Await(quick).ok());
  }

  void Start(QueueCall& call) {
    call.reader = stub_->PrepareAsyncCall(call.context.get(),
                                          RequestOf("hello"), queue_.get());
    call.reader->StartCall();
    call.reader->Finish(&call.response, &call.status, queue_.tag());
  }
  // Starts `call_`, whose first attempt ends only when it is released.
  void StartHeld() {
    const int earlier = server_.attempts();
    server_.Add(Answer("first").Held());
    Start(call_);
    server_.AwaitAttempt(earlier + 1);
  }
  // Waits for the end of the only call that can end.
  grpc::Status Await(const QueueCall& call) {
    EXPECT_TRUE(queue_.Await());
    return call.status;
  }
  CallReport Report() const {
    return GetCallReport(*call_.context).value_or(CallReport());
  }

  SharedRuntime& runtime_ = SharedRuntime::New();
  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
  std::unique_ptr<Scripted::Stub> stub_;
  AwaitedQueue queue_;
  QueueCall call_;
};

TEST_F(HealthyCallTest, TimerEndsTheCallAtTheDefaultDeadline) {
  options_.policy.everything().retry.max_attempts = 1;
  Connect();
  StartHeld();
  EXPECT_EQ(runtime_.next_timer(), runtime_.Now() + kTimeout);
  runtime_.Advance(kTimeout);
  EXPECT_EQ(Await(call_).error_code(), StatusCode::DEADLINE_EXCEEDED);
  ASSERT_EQ(Report().attempts.size(), 1u);
  EXPECT_EQ(Report().attempts[0].origin, AttemptOrigin::kCallDeadline);
  EXPECT_EQ(Report().lasted, kTimeout);
  EXPECT_FALSE(runtime_.has_timer());
}

TEST_F(HealthyCallTest, TimerEndsTheCallAtADeadlineThatThePolicyShortens) {
  options_.policy.everything().deadline.max_timeout = kTimeout / 3;
  options_.policy.everything().retry.edge_grant = 0;
  Connect();
  call_.context->set_deadline(NewContext(kPatience)->deadline());
  StartHeld();
  EXPECT_EQ(runtime_.next_timer(), runtime_.Now() + kTimeout / 3);
  runtime_.Advance(kTimeout / 3);
  EXPECT_EQ(Await(call_).error_code(), StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(Report().lasted, kTimeout / 3);
}

TEST_F(HealthyCallTest, EarlyTimerDoesNotEndTheCall) {
  options_.policy.everything().retry.max_attempts = 1;
  Connect();
  StartHeld();
  runtime_.Advance(kTimeout - absl::Nanoseconds(1));
  EXPECT_TRUE(runtime_.has_timer());
  server_.ReleaseAll();
  EXPECT_TRUE(Await(call_).ok());
}

TEST_F(HealthyCallTest, OvertakenCallGetsASecondAttemptFromTheFullCall) {
  Connect();
  StartHeld();
  EXPECT_EQ(runtime_.next_timer(), runtime_.Now() + kFirstCheck);
  runtime_.Advance(0.8 * kFirstCheck);
  CallQuickly();
  server_.Add(Answer("second"));
  runtime_.Advance(0.2 * kFirstCheck);
  EXPECT_TRUE(Await(call_).ok());
  EXPECT_EQ(call_.response.payload(), "second");
  ASSERT_EQ(Report().attempts.size(), 2u);
  EXPECT_EQ(Report().attempts[1].wait_cause, WaitCause::kLate);
}

TEST_F(HealthyCallTest, CallThatIsNotOvertakenIsCheckedAgainLater) {
  Connect();
  StartHeld();
  const MonotonicTime start = runtime_.Now();
  runtime_.Advance(kFirstCheck);
  EXPECT_EQ(runtime_.next_timer(), start + 1.5 * kFirstCheck);
  server_.ReleaseAll();
  EXPECT_TRUE(Await(call_).ok());
  EXPECT_EQ(call_.response.payload(), "first");
  EXPECT_EQ(Report().attempts.size(), 1u);
  EXPECT_EQ(Report().lasted, kFirstCheck);
  EXPECT_FALSE(runtime_.has_timer());
}

TEST_F(HealthyCallTest, EndCancelsTheTimer) {
  Connect();
  StartHeld();
  EXPECT_TRUE(runtime_.has_timer());
  server_.ReleaseAll();
  EXPECT_TRUE(Await(call_).ok());
  EXPECT_FALSE(runtime_.has_timer());
}

TEST_F(HealthyCallTest, TimerThatRunsAfterTheEndDoesNothing) {
  Connect();
  StartHeld();
  runtime_.RunCancelledTimers();
  server_.ReleaseAll();
  EXPECT_TRUE(Await(call_).ok());
  ASSERT_TRUE(runtime_.has_timer());
  runtime_.Advance(kTimeout);
  EXPECT_FALSE(runtime_.has_timer());
  EXPECT_EQ(Report().stop_reason, StopReason::kSucceeded);
  EXPECT_EQ(Report().lasted, absl::ZeroDuration());
  EXPECT_EQ(server_.attempts(), 2);
}

TEST_F(HealthyCallTest, TimerThatRunsAfterTheContextIsGoneDoesNothing) {
  Connect();
  runtime_.RunCancelledTimers();
  {
    server_.Add(Answer("first"));
    QueueCall call;
    Start(call);
    EXPECT_TRUE(Await(call).ok());
  }
  ASSERT_TRUE(runtime_.has_timer());
  runtime_.Advance(kTimeout);
  EXPECT_FALSE(runtime_.has_timer());
  EXPECT_EQ(server_.attempts(), 2);
}

TEST_F(HealthyCallTest, CallCancelledBeforeItsStartSetsNoTimer) {
  Connect();
  call_.context->TryCancel();
  Start(call_);
  EXPECT_EQ(Await(call_).error_code(), StatusCode::CANCELLED);
  EXPECT_FALSE(runtime_.has_timer());
  EXPECT_EQ(server_.attempts(), 1);
}

TEST_F(HealthyCallTest, CancelBeforeTheTimerPreventsTheSecondAttempt) {
  Connect();
  StartHeld();
  runtime_.Advance(0.8 * kFirstCheck);
  CallQuickly();
  call_.context->TryCancel();
  // The application has not received the status yet.
  runtime_.Advance(0.2 * kFirstCheck);
  EXPECT_EQ(Await(call_).error_code(), StatusCode::CANCELLED);
  EXPECT_EQ(Report().stop_reason, StopReason::kCancelled);
  EXPECT_EQ(Report().attempts.size(), 1u);
  EXPECT_EQ(server_.attempts(), 3);
  EXPECT_FALSE(runtime_.has_timer());
}

TEST_F(HealthyCallTest, CancelledCallIsNotCheckedAnyMore) {
  Connect();
  StartHeld();
  call_.context->TryCancel();
  // The application has not received the status yet. Nothing has overtaken the
  // attempt, which a check would write into the report.
  runtime_.Advance(kFirstCheck);
  EXPECT_FALSE(runtime_.has_timer());
  EXPECT_EQ(Await(call_).error_code(), StatusCode::CANCELLED);
  ASSERT_EQ(Report().attempts.size(), 1u);
  EXPECT_EQ(Report().attempts[0].late_stop_reason, std::nullopt);
}

TEST_F(HealthyCallTest, CancelAfterTheHandoverReachesTheFullCall) {
  Connect();
  StartHeld();
  runtime_.Advance(0.8 * kFirstCheck);
  CallQuickly();
  server_.Add(Answer("second").Held());
  runtime_.Advance(0.2 * kFirstCheck);
  server_.AwaitAttempt(4);
  call_.context->TryCancel();
  EXPECT_EQ(Await(call_).error_code(), StatusCode::CANCELLED);
  EXPECT_EQ(Report().stop_reason, StopReason::kCancelled);
  EXPECT_TRUE(server_.AwaitEnd(2).cancelled);
  EXPECT_TRUE(server_.AwaitEnd(4).cancelled);
}

TEST_F(HealthyCallTest, CancelAfterTheEndChangesNothing) {
  Connect();
  StartHeld();
  server_.ReleaseAll();
  EXPECT_TRUE(Await(call_).ok());
  call_.context->TryCancel();
  EXPECT_EQ(Report().stop_reason, StopReason::kSucceeded);
}

}  // namespace
}  // namespace baton::rpc
