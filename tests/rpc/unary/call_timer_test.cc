// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/driver/call_timer.h"

#include <memory>
#include <string>

#include "absl/time/time.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

constexpr MonotonicTime kNever = MonotonicTime::InfiniteFuture();

MonotonicTime At(int ms) {
  return MonotonicTime::FromOrigin(absl::Milliseconds(ms));
}

class FakeDriver final : public CallDriver {
 public:
  void Start(RawStub&, const std::string&, const grpc::ByteBuffer&,
             std::shared_ptr<Attempt>) override {}
  void SetTimer(MonotonicTime at) override { timer = at; }
  void ClearTimer() override {
    timer = kNever;
    ++clears;
  }
  void OnPhase(Phase) override {}
  bool StartsOnAnyThread() const override { return true; }

  MonotonicTime timer = kNever;
  int clears = 0;
};

class CallTimerTest : public ::testing::Test {
 protected:
  FakeDriver driver_;
  CallTimer timer_{driver_};
};

TEST_F(CallTimerTest, LaterTimeReplacesAnEarlierSetting) {
  timer_.Set(At(5));
  timer_.Set(At(3));
  EXPECT_EQ(driver_.timer, At(3));
  EXPECT_TRUE(timer_.TakeIfDue(At(3)));
  EXPECT_FALSE(timer_.TakeIfDue(At(9)));
}

TEST_F(CallTimerTest, InfiniteTimeNeverBecomesDue) {
  timer_.Set(kNever);
  EXPECT_EQ(driver_.timer, kNever);
  EXPECT_FALSE(timer_.TakeIfDue(At(1'000'000)));
}

TEST_F(CallTimerTest, EarlyTimerStaysSet) {
  timer_.Set(At(5));
  EXPECT_FALSE(timer_.TakeIfDue(At(4)));
  EXPECT_EQ(driver_.timer, At(5));
  EXPECT_TRUE(timer_.TakeIfDue(At(5)));
}

TEST_F(CallTimerTest, ClearedTimerIsNotDueWhenItFires) {
  timer_.Set(At(5));
  timer_.Clear();
  EXPECT_FALSE(timer_.TakeIfDue(At(6)));
}

TEST_F(CallTimerTest, ClearingAnUnsetTimerDoesNotReachTheDriver) {
  timer_.Clear();
  EXPECT_EQ(driver_.clears, 0);
  timer_.Set(At(5));
  timer_.Clear();
  timer_.Clear();
  EXPECT_EQ(driver_.clears, 1);
}

}  // namespace
}  // namespace baton::rpc
