// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/baton_policy/advise/suggestions.h"

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/policy/idempotency.h"
#include "baton/policy/method_policy.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/baton_policy/advise/latencies.h"

namespace baton::tools {
namespace {

using ::testing::HasSubstr;

constexpr absl::Duration kUsual = absl::Milliseconds(20);
constexpr absl::Duration kSlow = absl::Milliseconds(180);

// `slow` of `attempts` attempts take long.
Latencies Recorded(double attempts, double slow) {
  Latencies latencies;
  latencies.AddAnswers(kUsual, attempts - slow);
  latencies.AddAnswers(kSlow, slow);
  return latencies;
}

Suggestion SuggestionFor(const Latencies& latencies,
                         const MethodPolicy& policy = {},
                         const AdviceOptions& options = {}) {
  const auto suggestion = Suggest(latencies, policy, options);
  EXPECT_TRUE(suggestion.ok()) << suggestion.status();
  return suggestion.value_or(Suggestion());
}

std::string Refusal(const Latencies& latencies,
                    const AdviceOptions& options = {}) {
  return std::string(Suggest(latencies, {}, options).status().message());
}

TEST(SuggestionsTest, LimitIsThePercentileOfTheAcceptedFalseTimeouts) {
  const Suggestion suggestion = SuggestionFor(Recorded(10'000, 100));
  EXPECT_EQ(suggestion.p50, kUsual);
  EXPECT_EQ(suggestion.limit.time, kSlow);
  EXPECT_EQ(suggestion.limit.reason,
            "p99.9: 0.1 % of the attempts take longer");
  EXPECT_EQ(suggestion.hedge_delay.time, kUsual);
}

TEST(SuggestionsTest, AcceptedRatioChoosesThePercentile) {
  AdviceOptions options;
  options.false_timeouts = 0.02;
  options.network_allowance = absl::Milliseconds(30);
  const Suggestion suggestion = SuggestionFor(Recorded(1'000, 20), {}, options);
  EXPECT_EQ(suggestion.percentile, kUsual);
  EXPECT_EQ(suggestion.limit.time, 2 * kUsual + absl::Milliseconds(30));
  EXPECT_THAT(suggestion.limit.reason, HasSubstr("and 30ms for the network"));
}

TEST(SuggestionsTest, LimitNearTheMedianIsPadded) {
  const Suggestion suggestion = SuggestionFor(Recorded(10'000, 0));
  EXPECT_EQ(suggestion.limit.time, 2 * kUsual);
  EXPECT_THAT(suggestion.limit.reason, HasSubstr("2 times p50: p99.9 (20ms)"));
}

TEST(SuggestionsTest, LimitIsNotBelowWhatTimersKeep) {
  Latencies fast;
  fast.AddAnswers(absl::Microseconds(300), 20'000);
  EXPECT_EQ(SuggestionFor(fast).limit.time, absl::Milliseconds(10));
}

TEST(SuggestionsTest, DeadlineHasRoomForAllAttempts) {
  MethodPolicy policy;
  policy.retry.max_attempts = 3;
  policy.retry.backoff.initial = absl::Milliseconds(25);
  policy.retry.backoff.multiplier = 2;
  const Latencies latencies = Recorded(10'000, 100);
  EXPECT_EQ(SuggestionFor(latencies, policy).deadline.time, kSlow);
  policy.idempotency = Idempotency::kIdempotent;
  // 3 x 180 ms, and backoffs of 25 ms and 50 ms, rounded up.
  EXPECT_EQ(SuggestionFor(latencies, policy).deadline.time,
            absl::Milliseconds(620));
}

TEST(SuggestionsTest, TooFewAttemptsGiveNoSuggestion) {
  EXPECT_THAT(Refusal(Recorded(9'999, 100)),
              HasSubstr("9999 attempts are too few: 0.1 % false timeouts need "
                        "10000"));
  AdviceOptions coarse;
  coarse.false_timeouts = 0.01;
  EXPECT_EQ(Refusal(Recorded(9'999, 100), coarse), "");
}

TEST(SuggestionsTest, UnknownEndsGiveNoSuggestion) {
  Latencies cut = Recorded(20'000, 0);
  cut.AddCut(200);
  EXPECT_THAT(Refusal(cut), HasSubstr("0.99 % of the attempts ended by a "
                                      "timeout or a cancellation"));
  Latencies beyond = Recorded(20'000, 0);
  beyond.AddAnswers(absl::InfiniteDuration(), 200);
  EXPECT_THAT(Refusal(beyond), HasSubstr("last bucket of the histogram"));
}

TEST(SuggestionsTest, TimesHaveTwoDigits) {
  EXPECT_EQ(TimeText(absl::Milliseconds(1300)), "1.3s");
  EXPECT_EQ(TimeText(absl::Microseconds(2500)), "2.5ms");
  EXPECT_EQ(PercentileName(0.9999), "p99.99");
}

}  // namespace
}  // namespace baton::tools
