// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/stop_reason.h"

#include <iterator>
#include <set>
#include <utility>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

// The compiler rejects this switch if an enumerator is missing. This keeps the
// list of words below complete.
constexpr int Number(StopReason reason) {
  switch (reason) {
    case StopReason::kSucceeded:
    case StopReason::kNotRetryable:
    case StopReason::kCancelled:
    case StopReason::kCommitted:
    case StopReason::kReplayBufferFull:
    case StopReason::kNotIdempotent:
    case StopReason::kServerAdvice:
    case StopReason::kServerPushback:
    case StopReason::kNoGrant:
    case StopReason::kGrantExhausted:
    case StopReason::kAllRetriesStopped:
    case StopReason::kRetriesDisabled:
    case StopReason::kAttemptsExhausted:
    case StopReason::kThrottledAttemptsExhausted:
    case StopReason::kContentionAttemptsExhausted:
    case StopReason::kNotEnoughTime:
    case StopReason::kThrottledTimeExhausted:
    case StopReason::kContentionTimeExhausted:
    case StopReason::kNoConnection:
    case StopReason::kConnectTimeout:
    case StopReason::kFirstAnswerTimeout:
    case StopReason::kRetryBreakerOpen:
    case StopReason::kProcessBudgetExhausted:
    case StopReason::kHedgeLoadLimit:
    case StopReason::kNotOvertaken:
    case StopReason::kTargetKeepsCancelledWork:
    case StopReason::kObserveOnly:
      return static_cast<int>(reason);
  }
  return -1;
}

constexpr std::pair<StopReason, const char*> kWords[] = {
    {StopReason::kSucceeded, "succeeded"},
    {StopReason::kNotRetryable, "not_retryable"},
    {StopReason::kCancelled, "cancelled"},
    {StopReason::kCommitted, "committed"},
    {StopReason::kReplayBufferFull, "replay_buffer_full"},
    {StopReason::kNotIdempotent, "not_idempotent"},
    {StopReason::kServerAdvice, "server_advice"},
    {StopReason::kServerPushback, "server_pushback"},
    {StopReason::kNoGrant, "no_grant"},
    {StopReason::kGrantExhausted, "grant_exhausted"},
    {StopReason::kAllRetriesStopped, "all_retries_stopped"},
    {StopReason::kRetriesDisabled, "retries_disabled"},
    {StopReason::kAttemptsExhausted, "attempts_exhausted"},
    {StopReason::kThrottledAttemptsExhausted, "throttled_attempts_exhausted"},
    {StopReason::kContentionAttemptsExhausted, "contention_attempts_exhausted"},
    {StopReason::kNotEnoughTime, "not_enough_time"},
    {StopReason::kThrottledTimeExhausted, "throttled_time_exhausted"},
    {StopReason::kContentionTimeExhausted, "contention_time_exhausted"},
    {StopReason::kNoConnection, "no_connection"},
    {StopReason::kConnectTimeout, "connect_timeout"},
    {StopReason::kFirstAnswerTimeout, "first_answer_timeout"},
    {StopReason::kRetryBreakerOpen, "retry_breaker_open"},
    {StopReason::kProcessBudgetExhausted, "process_budget_exhausted"},
    {StopReason::kHedgeLoadLimit, "hedge_load_limit"},
    {StopReason::kNotOvertaken, "not_overtaken"},
    {StopReason::kTargetKeepsCancelledWork, "target_keeps_cancelled_work"},
    {StopReason::kObserveOnly, "observe_only"},
};

TEST(StopReasonTest, ReleasedWordsNeverChange) {
  for (const auto& [reason, word] : kWords) EXPECT_EQ(ToString(reason), word);
}

TEST(StopReasonTest, ListHoldsEveryReasonOnceInOrder) {
  int expected = 0;
  for (const StopReason reason : kAllStopReasons) {
    EXPECT_EQ(Number(reason), expected++);
  }
  EXPECT_EQ(expected, static_cast<int>(std::size(kWords)));
  // The number after the last belongs to no reason.
  EXPECT_EQ(Number(static_cast<StopReason>(expected)), -1);
}

TEST(StopReasonTest, WordsAreDistinctLowerCaseLabels) {
  std::set<absl::string_view> words;
  for (const StopReason reason : kAllStopReasons) {
    const absl::string_view word = ToString(reason);
    EXPECT_TRUE(words.insert(word).second) << word;
    for (const char c : word) {
      EXPECT_TRUE((c >= 'a' && c <= 'z') || c == '_') << word;
    }
  }
}

TEST(StopReasonTest, NaturalEndsAreNoSuppressions) {
  const std::set<StopReason> natural_ends = {StopReason::kSucceeded,
                                             StopReason::kNotRetryable,
                                             StopReason::kCancelled};
  for (const StopReason reason : kAllStopReasons) {
    EXPECT_EQ(IsSuppression(reason), natural_ends.count(reason) == 0)
        << ToString(reason);
  }
}

}  // namespace
}  // namespace baton::core
