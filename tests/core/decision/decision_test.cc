// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/decision.h"

#include "absl/time/time.h"
#include "baton/stop_reason.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

TEST(DecisionTest, StopNeitherRetriesNorWaits) {
  for (const StopReason reason : kAllStopReasons) {
    const Decision decision = Decision::Stop(reason);
    EXPECT_FALSE(decision.retry);
    EXPECT_EQ(decision.reason, reason);
    EXPECT_EQ(decision.delay, absl::ZeroDuration());
    EXPECT_EQ(decision.wait_cause, WaitCause::kNone);
    EXPECT_FALSE(decision.outcome_unknown);
  }
}

TEST(WaitCauseTest, ToStringReturnsTheWordsOfTheReport) {
  EXPECT_EQ(ToString(WaitCause::kNone), "none");
  EXPECT_EQ(ToString(WaitCause::kBackoff), "backoff");
  EXPECT_EQ(ToString(WaitCause::kThrottledBackoff), "throttled_backoff");
  EXPECT_EQ(ToString(WaitCause::kContentionBackoff), "contention_backoff");
  EXPECT_EQ(ToString(WaitCause::kPushback), "pushback");
  EXPECT_EQ(ToString(WaitCause::kRetryInfo), "retry_info");
  EXPECT_EQ(ToString(WaitCause::kAdvice), "advice");
  EXPECT_EQ(ToString(WaitCause::kConnection), "connection");
}

}  // namespace
}  // namespace baton::core
