// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Calls that begin while the primary channel has no connection.

#include <memory>
#include <string>

#include "absl/time/time.h"
#include "baton/client.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/fallback_rig.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ValuesIn;

class FallbackFirstTest : public ::testing::TestWithParam<CallShape> {
 protected:
  FallbackFirstTest() {
    rig_.primary.Stop();
    // If no connection appears, the wait exceeds the test's time.
    rig_.policy().retry.max_connection_wait = kPatience;
  }

  // Makes the call that finds no connection.
  void DiscoverOutage() {
    EXPECT_TRUE(rig_.Call().ok());
    EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0, 1));
    EXPECT_FALSE(rig_.Report().primary_skipped);
  }
  void RestorePrimary() {
    rig_.primary.Start();
    EXPECT_TRUE(rig_.channel()->WaitForConnected(FromNow(kPatience)));
  }

  FallbackRig rig_{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Shapes, FallbackFirstTest, ValuesIn(AllCallShapes()),
                         NameOfShape);

TEST_P(FallbackFirstTest, ReadsStayOnTheFallbackUntilThePrimaryIsBack) {
  DiscoverOutage();
  for (int call = 0; call < 3; ++call) {
    EXPECT_TRUE(rig_.Call().ok());
    EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(1));
  }
  EXPECT_EQ(rig_.first.attempts(), 4);
  RestorePrimary();
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0));
  EXPECT_FALSE(rig_.Report().primary_skipped);
}

TEST_P(FallbackFirstTest, FirstAttemptOnAFallbackCostsNoGrant) {
  DiscoverOutage();
  EXPECT_TRUE(rig_.Call().ok());
  const CallReport report = rig_.Report();
  EXPECT_EQ(report.grant_used, 0);
  EXPECT_EQ(report.attempts[0].kind, RetryBudgetHeader::Kind::kFirst);
  EXPECT_TRUE(report.primary_skipped);
  EXPECT_THAT(OneLine(report), HasSubstr("primary unconnected"));
  EXPECT_THAT(rig_.first.AwaitAttempt(2).Values("retry-budget"),
              ElementsAre("g=0,n=0,h=1"));
}

TEST_P(FallbackFirstTest, CallWithoutGrantUsesTheFallback) {
  DiscoverOutage();
  rig_.overrides.emplace();
  rig_.overrides->disable_retries = true;
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(1));
}

TEST_P(FallbackFirstTest, PrimaryIsTriedAfterTheFallbackFailed) {
  DiscoverOutage();
  rig_.first.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(1, 0, 2));
  EXPECT_EQ(rig_.Report().grant_used, 1);
}

TEST_P(FallbackFirstTest, PrimaryThatIsBackServesTheCallAfterTheFallback) {
  DiscoverOutage();
  rig_.first.Add(Fail(StatusCode::UNAVAILABLE).Held());
  rig_.Begin();
  rig_.first.AwaitAttempt(2);
  RestorePrimary();
  rig_.first.Release(2);
  EXPECT_TRUE(rig_.Wait().ok());
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(1, 0));
}

TEST_P(FallbackFirstTest, FallbackWithoutConnectionIsSkipped) {
  rig_.first.Stop();
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0, 1, 2));
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(2));
}

TEST_P(FallbackFirstTest, PolicyCanKeepFirstAttemptsOnThePrimary) {
  rig_.policy().fallback.first_if_unconnected = false;
  DiscoverOutage();
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0, 1));
}

TEST_P(FallbackFirstTest, CallWithSideEffectsStartsOnThePrimary) {
  rig_.policy().idempotency = Idempotency::kIdempotent;
  rig_.policy().fallback.eligible_calls = FallbackCalls::kIdempotent;
  DiscoverOutage();
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0, 1));
}

TEST_P(FallbackFirstTest, CallThatWaitsForReadyStartsOnThePrimary) {
  DiscoverOutage();
  rig_.wait_for_ready = true;
  rig_.Begin();
  rig_.primary.Start();
  EXPECT_TRUE(rig_.Wait().ok());
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0));
}

}  // namespace
}  // namespace baton
