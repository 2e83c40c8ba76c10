// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/retry_stop.h"

#include <memory>

#include "baton/policy/policy.h"
#include "baton/policy/policy_source.h"
#include "gtest/gtest.h"

namespace baton {
namespace {

std::shared_ptr<const Policy> Stopping(bool stop) {
  auto policy = std::make_shared<Policy>();
  policy->stop_all_retries = stop;
  return policy;
}

TEST(RetryStopTest, RetriesAreNotStoppedAtFirst) {
  EXPECT_FALSE(AllRetriesStopped());
}

TEST(RetryStopTest, LatestCallOfTheFunctionDecides) {
  StopAllRetries(true);
  StopAllRetries(true);
  EXPECT_TRUE(AllRetriesStopped());
  StopAllRetries(false);
  EXPECT_FALSE(AllRetriesStopped());
  StopAllRetries(false);
  StopAllRetries(true);
  EXPECT_TRUE(AllRetriesStopped());
  StopAllRetries(false);
}

TEST(RetryStopTest, EachReasonKeepsRetriesStopped) {
  StopAllRetries(true);
  {
    const RetryStop stop;
    StopAllRetries(false);
    EXPECT_TRUE(AllRetriesStopped());
  }
  EXPECT_FALSE(AllRetriesStopped());
}

TEST(RetryStopTest, PolicyOfASourceStopsRetriesUntilItsReplacement) {
  PolicySource source(Stopping(true));
  EXPECT_TRUE(AllRetriesStopped());
  source.Replace(Stopping(true));
  EXPECT_TRUE(AllRetriesStopped());
  source.Replace(Stopping(false));
  EXPECT_FALSE(AllRetriesStopped());
}

TEST(RetryStopTest, DestroyedSourceStopsNothing) {
  { const PolicySource source(Stopping(true)); }
  EXPECT_FALSE(AllRetriesStopped());
}

TEST(RetryStopTest, OneSourceStopsRetriesAlsoForTheOther) {
  const PolicySource calm(Stopping(false));
  PolicySource source(Stopping(true));
  EXPECT_TRUE(AllRetriesStopped());
  source.Replace(Stopping(false));
  EXPECT_FALSE(AllRetriesStopped());
}

TEST(RetryStopWatchTest, FunctionRunsOnceWhenRetriesAreStopped) {
  int told = 0;
  RetryStopWatch watch;
  watch.Start([&told] { ++told; });
  EXPECT_EQ(told, 0);
  const RetryStop stop;
  EXPECT_EQ(told, 1);
  const RetryStop second;
  EXPECT_EQ(told, 1);
}

TEST(RetryStopWatchTest, FunctionRunsAtOnceIfRetriesAreAlreadyStopped) {
  const RetryStop stop;
  int told = 0;
  RetryStopWatch watch;
  watch.Start([&told] { ++told; });
  EXPECT_EQ(told, 1);
}

TEST(RetryStopWatchTest, FunctionOfAnEndedWatchDoesNotRun) {
  int told = 0;
  RetryStopWatch watch;
  watch.Start([&told] { ++told; });
  watch.Stop();
  { const RetryStop stop; }
  EXPECT_EQ(told, 0);
}

// The function may end its own watch, or start another one.
TEST(RetryStopWatchTest, FunctionMayUseTheWatch) {
  int told = 0;
  RetryStopWatch watch;
  RetryStopWatch other;
  watch.Start([&] {
    watch.Stop();
    other.Start([&told] { ++told; });
  });
  const RetryStop stop;
  EXPECT_EQ(told, 1);
}

}  // namespace
}  // namespace baton
