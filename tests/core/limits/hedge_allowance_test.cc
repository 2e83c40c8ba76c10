// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/hedge_allowance.h"

#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

const MonotonicTime kNow = MonotonicTime::FromOrigin(absl::Hours(1));

int TakeAll(HedgeAllowance& allowance) {
  int taken = 0;
  while (taken < 1000 && allowance.TryTake(kNow)) ++taken;
  return taken;
}

TEST(HedgeAllowanceTest, StartsWithABurst) {
  HedgeAllowance allowance;
  EXPECT_EQ(TakeAll(allowance), HedgeAllowance::kBurst);
}

TEST(HedgeAllowanceTest, TwentyFirstAttemptsAllowOneHedge) {
  HedgeAllowance allowance;
  TakeAll(allowance);
  for (int i = 0; i < 19; ++i) allowance.OnFirstAttempt(0.05);
  EXPECT_FALSE(allowance.TryTake(kNow));
  allowance.OnFirstAttempt(0.05);
  EXPECT_TRUE(allowance.TryTake(kNow));
  EXPECT_FALSE(allowance.TryTake(kNow));
}

TEST(HedgeAllowanceTest, TimeAloneAllowsNoHedge) {
  HedgeAllowance allowance;
  TakeAll(allowance);
  EXPECT_FALSE(allowance.TryTake(kNow + absl::Hours(1)));
}

TEST(HedgeAllowanceTest, HoldsNoMoreThanABurst) {
  HedgeAllowance allowance;
  for (int i = 0; i < 1000; ++i) allowance.OnFirstAttempt(1);
  EXPECT_EQ(TakeAll(allowance), HedgeAllowance::kBurst);
}

TEST(HedgeAllowanceTest, UnsentHedgeIsReturned) {
  HedgeAllowance allowance;
  TakeAll(allowance);
  allowance.Return();
  EXPECT_EQ(TakeAll(allowance), 1);
}

}  // namespace
}  // namespace baton::core
