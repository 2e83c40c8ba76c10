// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/chain/fault.h"

#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::chain {
namespace {

using ::testing::ElementsAre;

// Returns for each of `calls` calls of one request whether it fails.
std::vector<bool> Failures(const Behavior& behavior, int calls) {
  std::vector<bool> failures;
  for (int call = 1; call <= calls; ++call) {
    Arrival arrival;
    arrival.request = 1;
    arrival.call = call;
    failures.push_back(!behavior(arrival).none());
  }
  return failures;
}

TEST(FaultTest, AlwaysAppliesToEachCall) {
  EXPECT_THAT(Failures(Always(Fail()), 2), ElementsAre(true, true));
}

TEST(FaultTest, FirstCallsCountsPerRequest) {
  const Behavior behavior = FirstCalls(2, Crash());
  EXPECT_THAT(Failures(behavior, 3), ElementsAre(true, true, false));
  EXPECT_THAT(Failures(behavior, 3), ElementsAre(true, true, false));
}

TEST(FaultTest, InOrderContinuesOverAllRequests) {
  const Behavior behavior = InOrder({Fail(), NoFault(), Hang()});
  EXPECT_THAT(Failures(behavior, 2), ElementsAre(true, false));
  EXPECT_THAT(Failures(behavior, 2), ElementsAre(true, false));
}

TEST(FaultTest, AtRandomRepeatsForTheSameSeed) {
  EXPECT_EQ(Failures(AtRandom(0.5, Fail(), 7), 100),
            Failures(AtRandom(0.5, Fail(), 7), 100));
  EXPECT_NE(Failures(AtRandom(0.5, Fail(), 7), 100),
            Failures(AtRandom(0.5, Fail(), 8), 100));
  EXPECT_THAT(Failures(AtRandom(1, Fail()), 2), ElementsAre(true, true));
  EXPECT_THAT(Failures(AtRandom(0, Fail()), 2), ElementsAre(false, false));
}

TEST(FaultTest, ModifiersOfAFaultCombine) {
  const Fault fault = Fail(grpc::StatusCode::ABORTED, "x")
                          .AfterCalls()
                          .LosingTrailers()
                          .DoNotRetry();
  EXPECT_EQ(fault.status.error_code(), grpc::StatusCode::ABORTED);
  EXPECT_TRUE(fault.after_calls);
  EXPECT_TRUE(fault.loses_trailers);
  EXPECT_TRUE(fault.do_not_retry);
}

}  // namespace
}  // namespace baton::chain
