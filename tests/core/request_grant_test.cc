// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/request_grant.h"

#include "gtest/gtest.h"
#include "tests/support/threads.h"

namespace baton::core {
namespace {

TEST(RequestGrantTest, NothingIsUsedToBeginWith) {
  const RequestGrant grant(2);
  EXPECT_EQ(grant.granted(), 2);
  EXPECT_EQ(grant.used(), 0);
}

TEST(RequestGrantTest, LargestUseCountsAndNotTheSum) {
  RequestGrant grant(2);
  grant.OnCallEnded(1);
  grant.OnCallEnded(2);
  grant.OnCallEnded(0);
  grant.OnCallEnded(1);
  EXPECT_EQ(grant.used(), 2);
}

TEST(RequestGrantTest, LargestUseSurvivesCallsThatEndAtOnce) {
  for (int round = 0; round < 200; ++round) {
    RequestGrant grant(9);
    support::RunOnThreads(8, [&grant, round](int thread) {
      for (int used = 0; used < 9; ++used) {
        grant.OnCallEnded((used + thread + round) % 9);
      }
    });
    ASSERT_EQ(grant.used(), 8);
  }
}

}  // namespace
}  // namespace baton::core
