// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/channel/connection_outage.h"

#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

MonotonicTime At(int seconds) {
  return MonotonicTime() + absl::Seconds(seconds);
}

TEST(ConnectionOutageTest, OutageBeginsWithTheFirstAttemptWithoutAConnection) {
  ConnectionOutage outage;
  EXPECT_FALSE(outage.IsOn());
  EXPECT_EQ(outage.BeganAt(At(7)), At(7));
  EXPECT_EQ(outage.OnUnsent(At(5)), At(5));
  EXPECT_TRUE(outage.IsOn());
  EXPECT_EQ(outage.BeganAt(At(7)), At(5));
  EXPECT_EQ(outage.OnUnsent(At(9)), At(5));
}

TEST(ConnectionOutageTest, NextOutageBeginsAnew) {
  ConnectionOutage outage;
  outage.OnUnsent(At(5));
  outage.End();
  EXPECT_FALSE(outage.IsOn());
  EXPECT_EQ(outage.OnUnsent(At(9)), At(9));
}

}  // namespace
}  // namespace baton::rpc
