// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/call_wait.h"

#include <memory>
#include <utility>

#include "absl/time/time.h"
#include "baton/client_options.h"
#include "baton/decision.h"
#include "baton/rpc/call/captured_call.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/planned_call.h"

namespace baton::rpc {
namespace {

using End = CallWait::End;

constexpr absl::Duration kTimeout = absl::Seconds(1);

// A channel with a connectivity state that the test sets. It makes no calls.
class FakeChannel final : public grpc::ChannelInterface {
 public:
  grpc_connectivity_state GetState(bool /*try_to_connect*/) override {
    return state;
  }

  grpc_connectivity_state state = GRPC_CHANNEL_TRANSIENT_FAILURE;

 private:
  grpc::internal::Call CreateCall(const grpc::internal::RpcMethod& /*method*/,
                                  grpc::ClientContext* /*context*/,
                                  grpc::CompletionQueue* /*queue*/) override {
    return {};
  }
  void PerformOpsOnCall(grpc::internal::CallOpSetInterface* /*ops*/,
                        grpc::internal::Call* /*call*/) override {}
  void* RegisterMethod(const char* /*method*/) override { return nullptr; }
  void NotifyOnStateChangeImpl(grpc_connectivity_state /*last*/,
                               gpr_timespec /*deadline*/,
                               grpc::CompletionQueue* /*queue*/,
                               void* /*tag*/) override {}
  bool WaitForStateChangeImpl(grpc_connectivity_state /*last*/,
                              gpr_timespec /*deadline*/) override {
    return false;
  }
};

class CallWaitTest : public ::testing::Test {
 protected:
  CallWaitTest() {
    captured_.plan = std::move(call_.plan);
    captured_.application_context = &call_.context;
  }

  Decision ForConnection(absl::Duration longest) {
    Decision decision;
    decision.retry = true;
    decision.wait_cause = WaitCause::kConnection;
    decision.connect_by = call_.Now() + longest;
    return decision;
  }
  End OnTime(CallWait& wait, bool in_time = true) {
    return wait.OnTime(call_.Now(), in_time);
  }

  PlannedCall call_{"call-wait", ClientOptions(), kTimeout};
  CapturedCall captured_;
  const std::shared_ptr<FakeChannel> channel_ = std::make_shared<FakeChannel>();
};

TEST_F(CallWaitTest, AttemptStartsAfterABackoff) {
  CallWait wait(captured_);
  Decision backoff;
  backoff.retry = true;
  backoff.wait_cause = WaitCause::kBackoff;
  wait.Begin(backoff, channel_);
  EXPECT_FALSE(wait.is_for_connection());
  EXPECT_EQ(OnTime(wait), End::kStart);
}

TEST_F(CallWaitTest, CallEndsIfTheAttemptDoesNotFitTheDeadline) {
  CallWait wait(captured_);
  wait.Begin(Decision(), channel_);
  EXPECT_EQ(OnTime(wait, /*in_time=*/false), End::kNoTime);
}

TEST_F(CallWaitTest, WaitForAConnectionContinuesUntilItsLimit) {
  CallWait wait(captured_);
  wait.Begin(ForConnection(absl::Milliseconds(100)), channel_);
  EXPECT_TRUE(wait.is_for_connection());
  EXPECT_EQ(wait.until(), call_.Now() + absl::Milliseconds(100));
  EXPECT_EQ(OnTime(wait), End::kKeepWaiting);
  call_.runtime.Advance(absl::Milliseconds(99));
  EXPECT_EQ(OnTime(wait), End::kKeepWaiting);
  call_.runtime.Advance(absl::Milliseconds(1));
  EXPECT_EQ(OnTime(wait), End::kNoConnection);
}

TEST_F(CallWaitTest, AttemptStartsWhenTheChannelMayConnect) {
  CallWait wait(captured_);
  wait.Begin(ForConnection(absl::Milliseconds(100)), channel_);
  EXPECT_EQ(OnTime(wait), End::kKeepWaiting);
  channel_->state = GRPC_CHANNEL_CONNECTING;
  EXPECT_EQ(OnTime(wait), End::kStart);
}

TEST_F(CallWaitTest, WaitForAConnectionEndsAtTheDeadline) {
  CallWait wait(captured_);
  wait.Begin(ForConnection(2 * kTimeout), channel_);
  call_.runtime.Advance(kTimeout);
  EXPECT_EQ(OnTime(wait, /*in_time=*/false), End::kNoTime);
}

TEST_F(CallWaitTest, StopEndsTheWaitForAConnection) {
  CallWait wait(captured_);
  wait.Begin(ForConnection(absl::Milliseconds(100)), channel_);
  wait.Stop();
  EXPECT_FALSE(wait.is_for_connection());
}

#ifndef NDEBUG

TEST_F(CallWaitTest, AwaitConnectionWithoutItsWaitFailsAnAssertion) {
  CallWait wait(captured_);
  EXPECT_DEATH(wait.AwaitConnection([] {}), "is_for_connection");
}

#endif  // NDEBUG

}  // namespace
}  // namespace baton::rpc
