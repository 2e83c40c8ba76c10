// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/fallback_route.h"

#include <optional>
#include <set>
#include <vector>

#include "baton/policy/fallback_options.h"
#include "baton/policy/idempotency.h"
#include "baton/policy/method_policy.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

using ::testing::ElementsAre;

constexpr FallbackCalls kAllCalls[] = {FallbackCalls::kNone,
                                       FallbackCalls::kNoSideEffects,
                                       FallbackCalls::kIdempotent};

TEST(MayFallBackTest, OnlyEligibleCallsMayFallBack) {
  struct Row {
    Idempotency idempotency;
    bool allowed[3];  // by kAllCalls
  };
  constexpr Row kRows[] = {
      {Idempotency::kUnknown, {false, false, false}},
      {Idempotency::kNotIdempotent, {false, false, false}},
      {Idempotency::kIdempotent, {false, false, true}},
      {Idempotency::kNoSideEffects, {false, true, true}},
  };
  for (const Row& row : kRows) {
    for (int i = 0; i < 3; ++i) {
      MethodPolicy policy;
      policy.idempotency = row.idempotency;
      policy.fallback.eligible_calls = kAllCalls[i];
      EXPECT_EQ(MayFallBack(policy), row.allowed[i])
          << ToString(row.idempotency) << " " << i;
      EXPECT_EQ(FallbackRoute(policy, 2, 1).has_fallbacks(), row.allowed[i]);
    }
  }
}

MethodPolicy ReadOnly(std::optional<int> from_attempt = std::nullopt) {
  MethodPolicy policy;
  policy.idempotency = Idempotency::kNoSideEffects;
  policy.fallback.from_attempt = from_attempt;
  return policy;
}

// Returns the channel indexes of attempts 1 to 5.
std::vector<int> ChannelIndexes(const FallbackRoute& route) {
  std::vector<int> channel_indexes;
  for (int number = 1; number <= 5; ++number) {
    channel_indexes.push_back(route.ChannelIndexOf(number));
  }
  return channel_indexes;
}

TEST(MayStartOnFallbackTest, OnlyReadOnlyCallsMayStartOnAFallback) {
  MethodPolicy policy = ReadOnly();
  EXPECT_TRUE(MayStartOnFallback(policy));
  policy.fallback.eligible_calls = FallbackCalls::kIdempotent;
  EXPECT_TRUE(MayStartOnFallback(policy));
  policy.idempotency = Idempotency::kIdempotent;
  EXPECT_FALSE(MayStartOnFallback(policy));
}

TEST(MayStartOnFallbackTest, PolicyCanSwitchItOff) {
  MethodPolicy policy = ReadOnly();
  policy.fallback.first_if_unconnected = false;
  EXPECT_FALSE(MayStartOnFallback(policy));
  policy = ReadOnly();
  policy.fallback.eligible_calls = FallbackCalls::kNone;
  EXPECT_FALSE(MayStartOnFallback(policy));
  policy = ReadOnly();
  policy.mode = Mode::kObserve;
  EXPECT_FALSE(MayStartOnFallback(policy));
}

constexpr auto kHelps = [](int) { return true; };

TEST(FallbackRouteTest, PrimaryIsNextAfterAFirstAttemptOnAFallback) {
  FallbackRoute route(ReadOnly(2), 2, 2);
  route.StartOnFallback();
  // A hedge does not use the primary channel, which has no connection.
  EXPECT_EQ(route.Next(2, kHelps), 1);
  route.OnFallbackFailed();
  EXPECT_EQ(route.Next(2, kHelps), 0);
  EXPECT_EQ(route.Next(3, kHelps), 0);
  route.NoteUnconnected(0);
  EXPECT_EQ(route.Next(3, kHelps), 2);
  route.OnFallbackFailed();
  EXPECT_EQ(route.Next(4, kHelps), 2);
}

TEST(FallbackRouteTest, PrimaryThatDoesNotHelpIsNotOwedAnAttempt) {
  FallbackRoute route(ReadOnly(2), 2, 2);
  route.StartOnFallback();
  route.OnFallbackFailed();
  EXPECT_EQ(route.Next(3, [](int channel_index) { return channel_index > 0; }),
            2);
}

TEST(FallbackRouteTest, NumbersDecideAfterThePrimaryHasBeenTried) {
  FallbackRoute route(ReadOnly(2), 2, 2);
  route.StartOnFallback();
  route.OnFallbackFailed();
  route.NoteConnected(0);
  EXPECT_EQ(route.Next(3, kHelps), 2);
}

TEST(FallbackRouteTest, WithoutFallbacksAllAttemptsUseThePrimary) {
  EXPECT_THAT(ChannelIndexes(FallbackRoute()), ElementsAre(0, 0, 0, 0, 0));
  EXPECT_THAT(ChannelIndexes(FallbackRoute(ReadOnly(2), 2, 0)),
              ElementsAre(0, 0, 0, 0, 0));
  EXPECT_FALSE(FallbackRoute(ReadOnly(2), 2, 0).has_fallbacks());
}

TEST(FallbackRouteTest, AttemptNumberSelectsTheChannel) {
  EXPECT_THAT(ChannelIndexes(FallbackRoute(ReadOnly(2), 2, 1)),
              ElementsAre(0, 1, 1, 1, 1));
  EXPECT_THAT(ChannelIndexes(FallbackRoute(ReadOnly(2), 2, 3)),
              ElementsAre(0, 1, 2, 3, 3));
  EXPECT_THAT(ChannelIndexes(FallbackRoute(ReadOnly(4), 2, 2)),
              ElementsAre(0, 0, 0, 1, 2));
}

TEST(FallbackRouteTest, ByDefaultTheLastPossibleAttemptFallsBack) {
  struct Row {
    int attempts;
    int copies;
    int grant;
    std::vector<int> channel_indexes;
  };
  const Row rows[] = {
      {3, 1, 2, {0, 0, 1, 1, 1}}, {5, 1, 4, {0, 0, 0, 0, 1}},
      {2, 1, 2, {0, 1, 1, 1, 1}}, {1, 2, 2, {0, 1, 1, 1, 1}},
      {3, 2, 2, {0, 0, 1, 1, 1}}, {1, 3, 2, {0, 0, 1, 1, 1}},
      {3, 1, 1, {0, 1, 1, 1, 1}}, {3, 1, 0, {0, 1, 1, 1, 1}},
      {3, 1, 9, {0, 0, 1, 1, 1}},
  };
  for (const Row& row : rows) {
    MethodPolicy policy = ReadOnly();
    policy.retry.max_attempts = row.attempts;
    policy.hedge.max_attempts = row.copies;
    EXPECT_EQ(ChannelIndexes(FallbackRoute(policy, row.grant, 1)),
              row.channel_indexes)
        << row.attempts << " " << row.copies << " " << row.grant;
  }
}

// The channel of the next attempt, if some channels have no connection and on
// some most retries fail.
struct NextRow {
  int number;
  std::set<int> unconnected;
  std::set<int> unhelpful;
  int channel_index;
};

TEST(FallbackRouteTest, UnusableChannelIsSkipped) {
  const NextRow rows[] = {
      {2, {}, {}, 0},         {2, {0}, {}, 1},  // primary skipped
      {2, {}, {0}, 1},                          //
      {2, {0, 1}, {}, 2},                       //
      {2, {0}, {1}, 2},                         //
      {3, {}, {}, 1},                           // the policy's index
      {3, {0}, {}, 1},                          //
      {4, {}, {}, 2},                           //
      {3, {1}, {}, 2},                          //
      {4, {2}, {}, 0},                          // a lower index
      {4, {2, 0}, {}, 1},                       //
      {4, {2}, {0, 1}, 2},                      // no other channel
      {2, {0, 1, 2}, {}, 0},                    //
      {3, {0, 1, 2}, {}, 1},                    //
      {9, {0, 1}, {2, 0}, 2},                   //
  };
  for (const NextRow& row : rows) {
    FallbackRoute route(ReadOnly(3), 2, 2);
    for (const int channel_index : row.unconnected) {
      route.NoteUnconnected(channel_index);
    }
    const int next = route.Next(row.number, [&](int channel_index) {
      return row.unhelpful.count(channel_index) == 0;
    });
    EXPECT_EQ(next, row.channel_index) << &row - rows;
  }
}

TEST(FallbackRouteTest, UnconnectedChannelCanBecomeConnected) {
  FallbackRoute route(ReadOnly(3), 2, 2);
  route.NoteUnconnected(0);
  route.NoteUnconnected(1);
  route.NoteConnected(0);
  EXPECT_FALSE(route.IsUnconnected(0));
  EXPECT_TRUE(route.IsUnconnected(1));
  route.ForgetUnconnected();
  EXPECT_FALSE(route.IsUnconnected(1));
}

TEST(FallbackRouteTest, ExtraChannelsAreNotUsed) {
  EXPECT_EQ(FallbackRoute(ReadOnly(2), 2, 9).ChannelIndexOf(99), 4);
}

}  // namespace
}  // namespace baton::core
