// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The lanes of the program `proof`, with fewer calls. `proof --calls=100000` is
// the long run of the same code.

#include <cstdio>
#include <string>

#include "gtest/gtest.h"
#include "tests/idempotency/proof/lane.h"
#include "tests/idempotency/proof/replica.h"

namespace baton {
namespace {

constexpr int kCalls = 2000;

LaneResult RunShortly(const Lane& lane) {
  const LaneResult result = Run(lane, kCalls, /*seed=*/1);
  std::printf("%s: %d calls, %d succeeded, %d doubled, %d kills\n",
              lane.name.c_str(), result.calls, result.succeeded, result.doubled,
              result.troubles.kills);
  EXPECT_EQ(BrokenPromise(lane, result), "");
  // The troubles did happen, and did not end the service.
  EXPECT_GT(result.troubles.kills, 0);
  EXPECT_GT(result.succeeded, kCalls / 2);
  return result;
}

TEST(ProofTest, NoEffectHappensTwiceAtServersThatShareARedis) {
  const LaneResult result = RunShortly(RedisLane());
  EXPECT_EQ(result.doubled, 0);
  EXPECT_EQ(result.hidden, 0);
  EXPECT_GT(result.servers.replayed, 0);
}

TEST(ProofTest, NoEffectHappensTwiceAlthoughAMemoryStoreIsKilled) {
  const LaneResult result = RunShortly(MemoryLane());
  EXPECT_EQ(result.doubled, 0);
  EXPECT_EQ(result.hidden, 0);
  // Retries after the kill, and handlers that ended with UNAVAILABLE.
  EXPECT_GT(result.servers.outcome_unknown, 0);
}

TEST(ProofTest, EachEffectOfARequestThatRanAgainIsCounted) {
  const LaneResult result = RunShortly(RunAgainLane());
  EXPECT_GT(result.extra_effects, 0);
  EXPECT_LE(result.extra_effects, result.servers.ran_again);
}

TEST(ProofTest, EachEffectHappensOnceIfTheHandlerStoresTheKey) {
  const LaneResult result = RunShortly(DatabaseLane());
  EXPECT_EQ(result.doubled, 0);
  EXPECT_EQ(result.without_effect, 0);
  EXPECT_EQ(result.succeeded, kCalls);
}

TEST(ProofTest, EffectsHappenTwiceWithRetriesOfBareGrpc) {
  EXPECT_GT(RunShortly(BareLane()).doubled, 0);
}

}  // namespace
}  // namespace baton

int main(int argc, char** argv) {
  baton::Replica::ServeIfChild(argc, argv);
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
