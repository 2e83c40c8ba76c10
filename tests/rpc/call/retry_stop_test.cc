// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The switch that stops all retries of the process, for calls of every form.

#include "baton/policy/retry_stop.h"

#include <memory>

#include "absl/time/time.h"
#include "baton/call_observer.h"
#include "baton/client.h"
#include "baton/policy.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/fallback_rig.h"
#include "tests/rpc/support/wait_notice.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;
using ::testing::SizeIs;
using ::testing::ValuesIn;

ScriptStep Unavailable() {
  return Fail(StatusCode::UNAVAILABLE, "busy").AfterReadingAll();
}
ScriptStep Ok() { return Answer("ok").AfterReadingAll(); }

class RetryStopCallTest : public ::testing::TestWithParam<CallShape> {
 protected:
  RetryStopCallTest() { rig_.options.fallback_channels.clear(); }
  ~RetryStopCallTest() override { StopAllRetries(false); }

  void WaitLong() {
    rig_.policy().retry.backoff.initial = absl::Hours(1);
    rig_.policy().retry.backoff.max = absl::Hours(1);
    rig_.policy().retry.backoff.jitter = Jitter::kPlusMinus20Percent;
    rig_.policy().retry.max_retry_time = absl::Hours(10);
    rig_.policy().deadline.max_timeout = absl::Hours(20);
    rig_.options.observers = notice_;
  }

  const std::shared_ptr<WaitNotice> notice_ = std::make_shared<WaitNotice>();
  FallbackRig rig_{GetParam()};
};

TEST_P(RetryStopCallTest, StoppedCallMakesOneAttemptWithAHeaderAndADeadline) {
  StopAllRetries(true);
  rig_.primary.Otherwise(Unavailable());
  const grpc::Status status = rig_.Call();
  EXPECT_EQ(status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(status.error_message(), "busy");
  EXPECT_EQ(rig_.primary.attempts(), 1);
  const SeenAttempt seen = rig_.primary.AwaitEnd(1);
  EXPECT_THAT(seen.Values("retry-budget"), ElementsAre("g=0,n=0,h=1"));
  // gRPC rounds the time up.
  EXPECT_LT(seen.time_left, 2 * kPatience);
  EXPECT_EQ(rig_.Report().stop_reason, StopReason::kAllRetriesStopped);
}

TEST_P(RetryStopCallTest, RetriesComeBackWhenTheStopEnds) {
  StopAllRetries(true);
  rig_.primary.Add(Unavailable());
  rig_.primary.Add(Unavailable());
  rig_.primary.Otherwise(Ok());
  EXPECT_FALSE(rig_.Call().ok());
  StopAllRetries(false);
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_EQ(rig_.primary.attempts(), 3);
}

TEST_P(RetryStopCallTest, WaitForARetryEndsWithTheStatusOfTheLastAttempt) {
  WaitLong();
  rig_.primary.Otherwise(Unavailable());
  rig_.Begin(absl::Hours(10));
  notice_->AwaitWait(1);
  StopAllRetries(true);
  const grpc::Status status = rig_.Wait();
  EXPECT_EQ(status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(status.error_message(), "busy");
  EXPECT_EQ(rig_.primary.attempts(), 1);
  EXPECT_EQ(rig_.Report().stop_reason, StopReason::kAllRetriesStopped);
  EXPECT_EQ(rig_.Report().grant_used, 0);
}

TEST_P(RetryStopCallTest, ReloadedPolicyStopsACallThatWaits) {
  WaitLong();
  const auto source = std::make_shared<PolicySource>(
      std::make_shared<const Policy>(rig_.options.policy));
  rig_.options.policy_source = source;
  auto stopped = std::make_shared<Policy>(rig_.options.policy);
  stopped->stop_all_retries = true;
  rig_.options.policy = Policy();
  rig_.primary.Otherwise(Unavailable());
  rig_.Begin(absl::Hours(10));
  notice_->AwaitWait(1);
  source->Replace(stopped);
  EXPECT_EQ(rig_.Wait().error_message(), "busy");
  EXPECT_EQ(rig_.Report().stop_reason, StopReason::kAllRetriesStopped);
  // The channel, and with it the source, may outlive the test.
  source->Replace(std::make_shared<const Policy>());
  EXPECT_FALSE(AllRetriesStopped());
}

TEST_P(RetryStopCallTest, CallWithAFallbackMakesNoSecondAttemptThere) {
  rig_.options.fallback_channels = {rig_.first.NewChannel(Eager())};
  StopAllRetries(true);
  rig_.primary.Otherwise(Unavailable());
  EXPECT_FALSE(rig_.Call().ok());
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0));
  EXPECT_EQ(rig_.first.attempts(), 0);
}

TEST_P(RetryStopCallTest, ObservedCallAlsoCarriesAGrantOfZero) {
  rig_.policy().mode = Mode::kObserve;
  StopAllRetries(true);
  rig_.primary.Otherwise(Ok());
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(rig_.primary.AwaitEnd(1).Values("retry-budget"),
              ElementsAre("g=0,n=0,h=1"));
}

INSTANTIATE_TEST_SUITE_P(EveryShape, RetryStopCallTest,
                         ValuesIn(AllCallShapes()), NameOfShape);

class RetryStopHedgeTest : public RetryStopCallTest {
 protected:
  RetryStopHedgeTest() {
    rig_.policy().idempotency = Idempotency::kIdempotent;
    rig_.policy().hedge.max_attempts = 3;
    rig_.policy().hedge.max_extra_load_ratio = 1;
  }
};

TEST_P(RetryStopHedgeTest, StoppedCallIsNotHedged) {
  rig_.policy().hedge.delay = absl::Milliseconds(1);
  StopAllRetries(true);
  rig_.primary.Otherwise(Ok().Held());
  rig_.Begin(absl::Milliseconds(200));
  EXPECT_EQ(rig_.Wait().error_code(), StatusCode::DEADLINE_EXCEEDED);
  EXPECT_THAT(rig_.Report().attempts, SizeIs(1));
}

// Stops all retries when the first attempt of a call starts.
class StopAtFirstAttempt final : public CallObserverFactory {
 public:
  std::unique_ptr<CallObserver> OnCallStart(const CallStart&) override {
    return std::make_unique<Observer>();
  }

 private:
  class Observer final : public CallObserver {
   public:
    void OnAttemptStart(const AttemptStart&, AttemptMetadata&) override {
      StopAllRetries(true);
    }
    void OnAttemptEnd(const AttemptEnd&) override {}
    void OnWait(const Decision&) override {}
    void OnCallEnd(const CallReport&) override {}
  };
};

TEST_P(RetryStopHedgeTest, RunningCallGetsNoHedge) {
  rig_.policy().hedge.delay = absl::Milliseconds(1);
  rig_.options.observers = std::make_shared<StopAtFirstAttempt>();
  rig_.primary.Otherwise(Ok().Held());
  rig_.Begin(absl::Milliseconds(500));
  EXPECT_EQ(rig_.Wait().error_code(), StatusCode::DEADLINE_EXCEEDED);
  EXPECT_THAT(rig_.Report().attempts, SizeIs(1));
  EXPECT_EQ(rig_.Report().hedge_stop_reason, StopReason::kAllRetriesStopped);
}

INSTANTIATE_TEST_SUITE_P(EveryShape, RetryStopHedgeTest,
                         ValuesIn(HedgedCallShapes()), NameOfShape);

}  // namespace
}  // namespace baton
