// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/request_grant.h"

#include <atomic>
#include <optional>

#include "baton/inbound_grant.h"
#include "gtest/gtest.h"
#include "tests/support/threads.h"

namespace baton::core {
namespace {

InboundGrant Granted(std::optional<int> grant) {
  InboundGrant inbound;
  inbound.grant = grant;
  return inbound;
}

TEST(RequestGrantTest, NewRequestHasUsedNothing) {
  RequestGrant grant(2);
  EXPECT_EQ(grant.granted(), 2);
  EXPECT_EQ(grant.used(), 0);
  EXPECT_EQ(grant.OnResponse(), 0);
}

TEST(RequestGrantTest, GrantIsClampedToTheMaximumOfTheHeader) {
  EXPECT_EQ(RequestGrant(-1).granted(), 0);
  EXPECT_EQ(RequestGrant(10).granted(), 9);
  EXPECT_EQ(RequestGrant(Granted(10)).granted(), 9);
}

TEST(RequestGrantTest, EachCallMayUseTheWholeGrant) {
  RequestGrant grant(2);
  EXPECT_EQ(grant.OnCallStarted(), 2);
  EXPECT_EQ(grant.OnCallStarted(), 2);
  grant.OnCallEnded(2);
  EXPECT_EQ(grant.OnCallStarted(), 2);
}

TEST(RequestGrantTest, CallsAtTheEdgeCreateTheirOwnGrant) {
  RequestGrant grant(Granted(std::nullopt));
  EXPECT_EQ(grant.OnCallStarted(), std::nullopt);
  grant.OnCallEnded(1);
  EXPECT_EQ(grant.OnResponse(), 1);
}

TEST(RequestGrantTest, LargestUseIsReported) {
  RequestGrant grant(2);
  for (const int used : {1, 2, 0, 1}) {
    grant.OnCallStarted();
    grant.OnCallEnded(used);
  }
  EXPECT_EQ(grant.used(), 2);
  EXPECT_EQ(grant.OnResponse(), 2);
}

TEST(RequestGrantTest, RunningCallCountsAsTheWholeGrant) {
  RequestGrant grant(3);
  grant.OnCallStarted();
  grant.OnCallStarted();
  grant.OnCallEnded(1);
  EXPECT_EQ(grant.used(), 3);
  EXPECT_EQ(grant.OnResponse(), 3);
}

TEST(RequestGrantTest, CallAfterTheResponseGetsNoGrant) {
  RequestGrant grant(2);
  EXPECT_EQ(grant.OnResponse(), 0);
  EXPECT_EQ(grant.OnCallStarted(), 0);
}

TEST(RequestGrantTest, HiddenRetryGetsNoUsageReport) {
  InboundGrant inbound = Granted(0);
  inbound.hidden_retries = true;
  EXPECT_EQ(RequestGrant(inbound).OnResponse(), std::nullopt);
}

TEST(RequestGrantTest, EndWithoutABeginningIsHarmless) {
  RequestGrant grant(2);
  grant.OnCallEnded(1);
  EXPECT_EQ(grant.used(), 1);
  EXPECT_EQ(grant.OnCallStarted(), 2);
}

TEST(RequestGrantTest, LargestUseIsKeptWithConcurrentCalls) {
  for (int round = 0; round < 200; ++round) {
    RequestGrant grant(9);
    support::RunOnThreads(8, [&grant, round](int thread) {
      for (int used = 0; used < 9; ++used) {
        grant.OnCallStarted();
        grant.OnCallEnded((used + thread + round) % 9);
      }
    });
    ASSERT_EQ(grant.OnResponse(), 8);
  }
}

// Calls must never use afterwards what the report shows as unused.
TEST(RequestGrantTest, CallsRacingTheResponseStayWithinTheReport) {
  for (int round = 0; round < 500; ++round) {
    RequestGrant grant(2);
    std::atomic<bool> spends{false};
    std::optional<int> responded;
    support::RunOnThreads(4, [&](int thread) {
      if (thread == 0) {
        responded = grant.OnResponse();
      } else {
        if (grant.OnCallStarted() == 2) {
          spends = true;
          grant.OnCallEnded(2);
        }
      }
    });
    ASSERT_EQ(responded, spends ? 2 : 0);
  }
}

}  // namespace
}  // namespace baton::core
