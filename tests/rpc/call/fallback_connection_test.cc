// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Fallback channels without a connection: of the primary channel, of the
// fallbacks, of all channels.

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/decision.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/fallback_rig.h"
#include "tests/rpc/support/wait_notice.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ValuesIn;

class FallbackConnectionTest : public ::testing::TestWithParam<CallShape> {
 protected:
  FallbackConnectionTest() {
    rig_.primary.Stop();
    // If no connection appears, the wait exceeds the test's time.
    rig_.policy().retry.max_connection_wait = kPatience;
  }

  void StopAll() {
    rig_.first.Stop();
    rig_.second.Stop();
    auto notice = std::make_shared<WaitNotice>();
    rig_.options.observers = notice;
    notice_ = std::move(notice);
  }

  // Each channel was tried, and the call waits.
  void AwaitWaitForAny() { notice_->AwaitWait(3); }

  FallbackRig rig_{GetParam()};
  std::shared_ptr<WaitNotice> notice_;
};

INSTANTIATE_TEST_SUITE_P(Shapes, FallbackConnectionTest,
                         ValuesIn(AllCallShapes()), NameOfShape);

TEST_P(FallbackConnectionTest, CallDoesNotWaitForThePrimaryChannel) {
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0, 1));
  const CallReport report = rig_.Report();
  EXPECT_EQ(report.attempts[0].code, absl::StatusCode::kUnavailable);
  EXPECT_EQ(report.attempts[1].wait_cause, WaitCause::kBackoff);
  // An attempt that no server saw is free.
  EXPECT_EQ(report.grant_used, 0);
  EXPECT_THAT(rig_.first.AwaitAttempt(1).Values("retry-budget"),
              ElementsAre("g=0,n=0,h=1"));
}

TEST_P(FallbackConnectionTest, MissingPrimaryConnectionStartsFallbackEarly) {
  rig_.policy().fallback.from_attempt = 5;
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0, 1));
}

TEST_P(FallbackConnectionTest,
       FailFastCallUsesFallbackWithoutPrimaryConnection) {
  rig_.wait_for_ready = false;
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0, 1));
}

TEST_P(FallbackConnectionTest, SecondFallbackServesIfFirstHasNoConnection) {
  rig_.first.Stop();
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0, 1, 2));
  EXPECT_EQ(rig_.Report().grant_used, 0);
}

TEST_P(FallbackConnectionTest, SecondFallbackServesIfFirstFallbackFails) {
  rig_.first.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0, 1, 2));
  EXPECT_EQ(rig_.Report().grant_used, 1);
}

TEST_P(FallbackConnectionTest, PrimaryIsRetriedIfFallbacksHaveNoConnection) {
  rig_.primary.Start();
  rig_.first.Stop();
  rig_.second.Stop();
  rig_.primary.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_EQ(rig_.Report().attempts.back().fallback, 0);
  EXPECT_EQ(rig_.primary.attempts(), 2);
  EXPECT_EQ(rig_.Report().grant_used, 1);
}

class FirstConnectionTest : public FallbackConnectionTest {
 protected:
  // All servers are down until the server at this index starts.
  void ExpectServedBy(ScriptedServer& server, int channel_index) {
    StopAll();
    rig_.Begin();
    AwaitWaitForAny();
    server.Start();
    EXPECT_TRUE(rig_.Wait().ok());
    const CallReport report = rig_.Report();
    EXPECT_EQ(report.attempts.back().fallback, channel_index);
    EXPECT_EQ(report.attempts.back().wait_cause, WaitCause::kConnection);
    EXPECT_EQ(report.grant_used, 0);
    EXPECT_EQ(server.attempts(), 1);
  }
};

INSTANTIATE_TEST_SUITE_P(Shapes, FirstConnectionTest, ValuesIn(AllCallShapes()),
                         NameOfShape);

TEST_P(FirstConnectionTest, PrimaryServesTheCallIfItConnectsFirst) {
  ExpectServedBy(rig_.primary, 0);
}
TEST_P(FirstConnectionTest, FirstFallbackServesTheCallIfItConnectsFirst) {
  ExpectServedBy(rig_.first, 1);
}
TEST_P(FirstConnectionTest, SecondFallbackServesTheCallIfItConnectsFirst) {
  ExpectServedBy(rig_.second, 2);
}

TEST_P(FallbackConnectionTest, CallFailsAfterMaxConnectionWait) {
  StopAll();
  rig_.policy().retry.max_connection_wait = absl::Milliseconds(120);
  const grpc::Status status = rig_.Call();
  EXPECT_EQ(status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_THAT(status.error_message(), HasSubstr("failed to connect"));
  EXPECT_EQ(rig_.Report().stop_reason, StopReason::kNoConnection);
  EXPECT_EQ(rig_.Report().grant_used, 0);
}

TEST_P(FallbackConnectionTest, FailFastCallUsesAllAttemptsWithoutConnections) {
  StopAll();
  rig_.wait_for_ready = false;
  EXPECT_EQ(rig_.Call().error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(rig_.Report().stop_reason, StopReason::kNoConnection);
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0, 1, 2));
}

TEST_P(FallbackConnectionTest, CancelEndsTheConnectionWait) {
  StopAll();
  rig_.Begin();
  AwaitWaitForAny();
  rig_.context().TryCancel();
  EXPECT_EQ(rig_.Wait().error_code(), StatusCode::CANCELLED);
}

TEST_P(FallbackConnectionTest, CallWithoutFallbackWaitsForThePrimaryChannel) {
  auto notice = std::make_shared<WaitNotice>();
  rig_.options.observers = notice;
  rig_.policy().fallback.eligible_calls = FallbackCalls::kNone;
  rig_.Begin();
  notice->AwaitWait(1);
  rig_.primary.Start();
  EXPECT_TRUE(rig_.Wait().ok());
  EXPECT_THAT(rig_.ChannelIndexes(), Each(0));
}

}  // namespace
}  // namespace baton
