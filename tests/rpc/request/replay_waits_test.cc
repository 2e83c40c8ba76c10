// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/request/replay_waits.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/manual_runtime.h"

namespace baton::rpc {
namespace {

class ReplayWaitsTest : public ::testing::Test {
 protected:
  bool Wait(const std::string& key, absl::Duration longest = absl::Seconds(1)) {
    return waits_.Wait(key, runtime_.Now() + longest, runtime_,
                       [this] { ++ended_; });
  }

  ManualRuntime runtime_;
  ReplayWaits waits_;
  int ended_ = 0;
};

TEST_F(ReplayWaitsTest, WakeEndsAllWaitsForItsKey) {
  EXPECT_TRUE(Wait("a"));
  EXPECT_TRUE(Wait("a"));
  EXPECT_TRUE(Wait("b"));
  waits_.Wake("a");
  EXPECT_EQ(ended_, 2);
  EXPECT_EQ(waits_.size(), 1U);
  waits_.Wake("b");
}

TEST_F(ReplayWaitsTest, WaitEndsOnceAtItsTime) {
  EXPECT_TRUE(Wait("a"));
  runtime_.Advance(absl::Seconds(1));
  EXPECT_EQ(ended_, 1);
  waits_.Wake("a");
  EXPECT_EQ(ended_, 1);
  EXPECT_EQ(waits_.size(), 0U);
}

TEST_F(ReplayWaitsTest, AtMostFourRequestsWaitForOneKey) {
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(Wait("a"));
  EXPECT_FALSE(Wait("a"));
  EXPECT_TRUE(Wait("b"));
  waits_.Wake("a");
  waits_.Wake("b");
}

TEST_F(ReplayWaitsTest, AtMost64RequestsWaitInOneProcess) {
  for (int i = 0; i < 64; ++i) EXPECT_TRUE(Wait(absl::StrCat(i)));
  EXPECT_FALSE(Wait("one more"));
  waits_.Wake("7");
  EXPECT_TRUE(Wait("one more"));
  runtime_.Advance(absl::Seconds(1));
  EXPECT_EQ(ended_, 65);
}

}  // namespace
}  // namespace baton::rpc
