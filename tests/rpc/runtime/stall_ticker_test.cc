// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/runtime/stall_ticker.h"

#include <atomic>
#include <memory>
#include <thread>

#include "absl/time/time.h"
#include "baton/core/limits/stall_watch.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/manual_runtime.h"
#include "tests/support/signal.h"

namespace baton::rpc {
namespace {

class StallTickerTest : public ::testing::Test {
 protected:
  // Returns how often a wait looks for an event that does not happen.
  int Looks() {
    int looks = 0;
    EXPECT_FALSE(ticker_->WaitAfterStall([&] {
      ++looks;
      return false;
    }));
    return looks;
  }
  void RunWithRequests(int ticks) {
    for (int i = 0; i < ticks; ++i) {
      ticker_->OnRequest(runtime_.Now());
      runtime_.Advance(core::StallWatch::kTick);
    }
  }

  ManualRuntime runtime_;
  std::shared_ptr<StallTicker> ticker_ =
      std::make_shared<StallTicker>(runtime_, core::StallWatch::kTick);
};

TEST_F(StallTickerTest, ServerInServiceNeverWaits) {
  EXPECT_EQ(Looks(), 0);
  RunWithRequests(100);
  EXPECT_EQ(Looks(), 0);
}

TEST_F(StallTickerTest, StalledServerWaits) {
  RunWithRequests(3);
  runtime_.Advance(absl::Seconds(2));
  EXPECT_GT(Looks(), 0);
  runtime_.Advance(core::StallWatch::kWaits * core::StallWatch::kMaxWait);
  EXPECT_EQ(Looks(), 0);
}

TEST_F(StallTickerTest, WaitEndsWithTheEvent) {
  RunWithRequests(3);
  runtime_.Advance(absl::Seconds(2));
  int looks = 0;
  EXPECT_TRUE(ticker_->WaitAfterStall([&] { return ++looks == 2; }));
  EXPECT_EQ(looks, 2);
}

TEST_F(StallTickerTest, WaitsEndInTheOrderInWhichTheyBegan) {
  RunWithRequests(3);
  runtime_.Advance(absl::Seconds(2));
  Signal first_waits;
  Signal second_is_done;
  std::atomic<bool> first_is_done{false};
  std::thread second([&] {
    EXPECT_TRUE(first_waits.Await());
    EXPECT_TRUE(ticker_->WaitAfterStall([&] {
      second_is_done.Give();
      return true;
    }));
    EXPECT_TRUE(first_is_done);
  });
  int looks = 0;
  EXPECT_TRUE(ticker_->WaitAfterStall([&] {
    first_waits.Give();
    EXPECT_TRUE(second_is_done.Await());
    // The second wait would have some milliseconds to end first.
    if (++looks == 5) first_is_done = true;
    return looks == 5;
  }));
  second.join();
}

TEST_F(StallTickerTest, TicksOfAnIdleServerEnd) {
  RunWithRequests(3);
  for (int i = 0; i < StallTicker::kIdleTicks; ++i) {
    EXPECT_TRUE(runtime_.has_timer());
    runtime_.Advance(core::StallWatch::kTick);
  }
  EXPECT_FALSE(runtime_.has_timer());
  runtime_.Advance(absl::Hours(1));
  ticker_->OnRequest(runtime_.Now());
  EXPECT_EQ(Looks(), 0);
  EXPECT_TRUE(runtime_.has_timer());
}

TEST_F(StallTickerTest, FirstTickComesAtTheOffsetOfTheHost) {
  const absl::Duration first = core::StallWatch::kTick / 4;
  ticker_ = std::make_shared<StallTicker>(runtime_, first);
  ticker_->OnRequest(runtime_.Now());
  runtime_.Advance(first);
  ASSERT_TRUE(runtime_.has_timer());
  // The second tick comes a whole interval later.
  const MonotonicTime second = runtime_.Now() + core::StallWatch::kTick;
  EXPECT_EQ(runtime_.next_timer(), second);
}

TEST_F(StallTickerTest, TickAfterTheServerHasNoEffect) {
  RunWithRequests(1);
  ticker_.reset();
  runtime_.Advance(core::StallWatch::kTick);
  EXPECT_FALSE(runtime_.has_timer());
}

}  // namespace
}  // namespace baton::rpc
