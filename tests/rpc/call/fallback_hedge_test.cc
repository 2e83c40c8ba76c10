// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Hedges on fallback channels.

#include <optional>

#include "absl/time/time.h"
#include "baton/client.h"
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
using ::testing::ValuesIn;

using Kind = RetryBudgetHeader::Kind;

class FallbackHedgeTest : public ::testing::TestWithParam<CallShape> {
 protected:
  FallbackHedgeTest() {
    HedgeOptions& hedge = rig_.policy().hedge;
    hedge.delay = absl::Milliseconds(5);
    hedge.max_attempts = 2;
    hedge.max_extra_load_ratio = 1;
  }

  FallbackRig rig_{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Shapes, FallbackHedgeTest,
                         ValuesIn(HedgedCallShapes()), NameOfShape);

TEST_P(FallbackHedgeTest, FasterFallbackHedgeReplacesASlowAttempt) {
  rig_.primary.Add(Answer("slow").Held());
  rig_.first.Add(Answer("fast").Held());
  rig_.Begin();
  rig_.primary.AwaitAttempt(1);
  rig_.first.Release(1);
  EXPECT_TRUE(rig_.Wait().ok());
  EXPECT_EQ(rig_.payload(), "fast");
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0, 1));
  EXPECT_EQ(rig_.Report().attempts[1].kind, Kind::kHedge);
  EXPECT_EQ(rig_.Report().grant_used, 1);
  EXPECT_TRUE(rig_.primary.AwaitEnd(1).cancelled);
  EXPECT_THAT(rig_.first.AwaitAttempt(1).Values("retry-budget"),
              ElementsAre("g=0,n=1,h=1,k=h"));
}

TEST_P(FallbackHedgeTest, PrimaryAttemptCanStillWin) {
  rig_.primary.Add(Answer("primary").Held());
  rig_.first.Add(Answer("never").Held());
  rig_.Begin();
  rig_.first.AwaitAttempt(1);
  rig_.primary.Release(1);
  EXPECT_TRUE(rig_.Wait().ok());
  EXPECT_EQ(rig_.payload(), "primary");
  EXPECT_TRUE(rig_.first.AwaitEnd(1).cancelled);
}

TEST_P(FallbackHedgeTest, OnlyTheLastHedgeUsesAFallbackByDefault) {
  rig_.policy().fallback.from_attempt = std::nullopt;
  rig_.policy().hedge.max_attempts = 3;
  rig_.primary.Otherwise(Answer("slow").Held());
  rig_.first.Add(Answer("fast"));
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0, 0, 1));
}

TEST_P(FallbackHedgeTest, UnconnectedHedgeDoesNotAffectTheOtherAttempt) {
  rig_.first.Stop();
  rig_.second.Stop();
  rig_.policy().hedge.max_attempts = 3;
  rig_.primary.Add(Answer("primary").Held());
  rig_.Begin();
  rig_.primary.AwaitAttempt(1);
  // Hedges may have failed to connect by now. In both cases only this attempt
  // is left.
  rig_.primary.Release(1);
  EXPECT_TRUE(rig_.Wait().ok());
  EXPECT_EQ(rig_.payload(), "primary");
}

// As in a deep stack: an attempt without a connection uses no grant.
TEST_P(FallbackHedgeTest, UnconnectedPrimaryIsReplacedAtOnce) {
  rig_.primary.Stop();
  rig_.policy().hedge.delay = absl::Hours(1);
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0, 1));
  EXPECT_EQ(rig_.Report().grant_used, 0);
}

// Hedge delays follow the latency of the primary channel only.
TEST_P(FallbackHedgeTest, FallbackLatencyIsNotMeasured) {
  rig_.primary.Stop();
  rig_.policy().hedge.delay = std::nullopt;
  rig_.policy().deadline.attempt_timeout = absl::InfiniteDuration();
  for (int i = 0; i < 110; ++i) ASSERT_TRUE(rig_.Call().ok());
  rig_.first.Add(Answer("slow").Held());
  EXPECT_FALSE(rig_.Call(absl::Milliseconds(100)).ok());
  EXPECT_EQ(rig_.second.attempts(), 0);
}

}  // namespace
}  // namespace baton
