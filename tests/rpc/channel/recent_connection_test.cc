// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/channel/recent_connection.h"

#include "absl/time/time.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

const MonotonicTime kNow = MonotonicTime::FromOrigin(absl::Hours(1));

TEST(RecentConnectionTest, NewChannelHasNoRecentConnection) {
  EXPECT_FALSE(RecentConnection().IsRecent(kNow));
}

TEST(RecentConnectionTest, ConnectionIsRecentUntilItsMemoryEnds) {
  RecentConnection connection;
  connection.Note(kNow);
  EXPECT_TRUE(connection.IsRecent(kNow));
  EXPECT_TRUE(connection.IsRecent(kNow + RecentConnection::kMemory -
                                  absl::Nanoseconds(1)));
  EXPECT_FALSE(connection.IsRecent(kNow + RecentConnection::kMemory));
}

TEST(RecentConnectionTest, FailureForgetsTheConnection) {
  RecentConnection connection;
  connection.Note(kNow);
  connection.Forget();
  EXPECT_FALSE(connection.IsRecent(kNow));
}

}  // namespace
}  // namespace baton::rpc
