// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/driver/runtime_timer.h"

#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/manual_runtime.h"

namespace baton::rpc {
namespace {

constexpr absl::Duration kStep = absl::Seconds(1);

class RuntimeTimerTest : public ::testing::Test {
 protected:
  void Set(absl::Duration after) {
    timer_.Set(runtime_.Now() + after, [this] { ++runs_; });
  }

  ManualRuntime runtime_;
  RuntimeTimer timer_{runtime_};
  int runs_ = 0;
};

TEST_F(RuntimeTimerTest, DueTimerRunsOnce) {
  Set(kStep);
  runtime_.Advance(kStep / 2);
  EXPECT_EQ(runs_, 0);
  runtime_.Advance(kStep);
  EXPECT_EQ(runs_, 1);
  EXPECT_FALSE(runtime_.has_timer());
}

TEST_F(RuntimeTimerTest, InfiniteFutureSetsNoTimer) {
  timer_.Set(MonotonicTime::InfiniteFuture(), [this] { ++runs_; });
  EXPECT_FALSE(runtime_.has_timer());
  timer_.Stop();
}

TEST_F(RuntimeTimerTest, StopCancelsTheLatestTimer) {
  timer_.Stop();
  Set(kStep);
  timer_.Stop();
  EXPECT_FALSE(runtime_.has_timer());
  timer_.Stop();
  runtime_.Advance(2 * kStep);
  EXPECT_EQ(runs_, 0);
}

TEST_F(RuntimeTimerTest, FunctionMaySetTheNextTimer) {
  timer_.Set(runtime_.Now() + kStep, [this] {
    ++runs_;
    Set(kStep);
  });
  runtime_.Advance(kStep);
  EXPECT_EQ(runs_, 1);
  timer_.Stop();
  EXPECT_FALSE(runtime_.has_timer());
}

}  // namespace
}  // namespace baton::rpc
