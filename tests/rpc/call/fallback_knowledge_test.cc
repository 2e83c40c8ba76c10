// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The state that calls learn about each channel, separately for each.

#include <memory>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/core/limits/process_budget.h"
#include "baton/real_clock.h"
#include "baton/rpc/channel/target_record.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/fallback_rig.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;

ScriptStep Down() { return Fail(StatusCode::UNAVAILABLE, "down"); }

// A response of a participating server.
ScriptStep Participant(ScriptStep step) {
  return step.WithTrailer("retry-advice", "r=ok,u=0");
}

class FallbackKnowledgeTest : public ::testing::TestWithParam<CallShape> {
 protected:
  // Without refill over time.
  void SetCapacity(double tokens) {
    ProcessBudgetOptions& budget = rig_.options.policy.process_budget;
    budget = ProcessBudgetOptions();
    budget.capacity = tokens;
    budget.refill_limit = budget.refill_per_second = 0;
    budget.timeout_cost = budget.throttled_cost = 1;
  }

  double Level() {
    const Policy& policy = rig_.options.policy;
    const auto record = rpc::TargetRecordFor(
        rig_.primary.address(), {policy.process_budget, policy.retry_breaker});
    return record->budget().Level(RealClock().Now());
  }

  // They open after five failed attempts, one after the other.
  void EnableRetryBreakers() {
    rig_.options.policy.retry_breaker.enabled = true;
  }

  std::vector<std::string> SentWith(const ScriptedServer& server, int n) {
    return server.AwaitEnd(n).Values("retry-budget");
  }

  FallbackRig rig_{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Shapes, FallbackKnowledgeTest,
                         ::testing::Values(CallShape{UnaryForm::kSync},
                                           CallShape{UnaryForm::kCqFinish},
                                           CallShape{UnaryForm::kReactor},
                                           CallShape{}),
                         NameOfShape);

TEST_P(FallbackKnowledgeTest, SuccessOfFallbackDoesNotCloseThePrimaryBreaker) {
  EnableRetryBreakers();
  rig_.policy().fallback.from_attempt = 3;
  rig_.primary.Otherwise(Down());
  std::vector<std::vector<int>> channel_indexes;
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(rig_.Call().ok());
    channel_indexes.push_back(rig_.ChannelIndexes());
  }
  using P = std::vector<int>;
  // Five failed attempts. After that, only first attempts use the primary
  // channel.
  EXPECT_THAT(channel_indexes,
              ElementsAre(P{0, 0, 1}, P{0, 0, 1}, P{0, 1}, P{0, 1}, P{0, 1}));
}

TEST_P(FallbackKnowledgeTest, EachFallbackHasItsOwnRetryBreaker) {
  EnableRetryBreakers();
  rig_.primary.Otherwise(Down());
  rig_.first.Otherwise(Down());
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(rig_.Call().ok());
    EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0, 1, 2));
  }
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0, 2));
}

TEST_P(FallbackKnowledgeTest, RetriesStopIfAllRetryBreakersAreOpen) {
  EnableRetryBreakers();
  rig_.policy().fallback.from_attempt = 3;
  for (ScriptedServer* server : {&rig_.primary, &rig_.first, &rig_.second}) {
    server->Otherwise(Down());
  }
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(rig_.Call().ok());
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0));
  EXPECT_EQ(rig_.Report().stop_reason, StopReason::kRetryBreakerOpen);
}

TEST_P(FallbackKnowledgeTest, FallbackSuccessIsChargedForFailedPrimaryRetries) {
  SetCapacity(10);
  rig_.policy().fallback.from_attempt = 3;
  rig_.primary.Otherwise(Down());
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0, 0, 1));
  EXPECT_EQ(Level(), 9);
}

TEST_P(FallbackKnowledgeTest, FallbackSuccessWithoutPrimaryRetriesIsFree) {
  SetCapacity(10);
  rig_.primary.Otherwise(Down());
  for (int i = 0; i < 12; ++i) EXPECT_TRUE(rig_.Call().ok());
  EXPECT_EQ(Level(), 10);
}

TEST_P(FallbackKnowledgeTest, FallbackSuccessRefillsNothing) {
  SetCapacity(10);
  rig_.primary.Otherwise(Down());
  rig_.first.Add(Fail(StatusCode::INTERNAL));
  EXPECT_FALSE(rig_.Call().ok());
  EXPECT_EQ(Level(), 9);
  rig_.primary.Stop();
  // The primary channel may notice only now that its server is down.
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(rig_.Call().ok());
  EXPECT_EQ(rig_.Report().attempts.back().fallback, 1);
  EXPECT_EQ(Level(), 9);
}

TEST_P(FallbackKnowledgeTest, FallbackRetriesUseTheSameProcessBudget) {
  SetCapacity(1);
  rig_.primary.Otherwise(Down());
  rig_.first.Otherwise(Fail(StatusCode::INTERNAL));
  EXPECT_EQ(rig_.Call().error_code(), StatusCode::INTERNAL);
  EXPECT_EQ(rig_.Call().error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(rig_.Report().stop_reason, StopReason::kProcessBudgetExhausted);
  EXPECT_EQ(rig_.first.attempts(), 1);
}

TEST_P(FallbackKnowledgeTest, ParticipatingFallbackGetsTheGrant) {
  rig_.policy().retry.owner.mode = OwnerMode::kDelegate;
  rig_.primary.Otherwise(Down());
  rig_.first.Otherwise(Participant(Answer("ok")));
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(SentWith(rig_.first, 1),
              ElementsAre(::testing::HasSubstr("g=0,n=1")));
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(SentWith(rig_.primary, 2),
              ElementsAre(::testing::HasSubstr("g=0,n=0")));
  EXPECT_THAT(SentWith(rig_.first, 2),
              ElementsAre(::testing::HasSubstr("g=1,n=1")));
}

TEST_P(FallbackKnowledgeTest, NonParticipatingFallbackGetsNoGrant) {
  rig_.policy().retry.owner.mode = OwnerMode::kDelegate;
  rig_.primary.Otherwise(Participant(Down()));
  rig_.first.Otherwise(Answer("ok"));
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(SentWith(rig_.primary, 2),
              ElementsAre(::testing::HasSubstr("g=2,n=0")));
  EXPECT_THAT(SentWith(rig_.first, 2),
              ElementsAre(::testing::HasSubstr("g=0,n=1")));
}

}  // namespace
}  // namespace baton
