// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/baton_policy/advise/suggestions.h"

#include <algorithm>
#include <cmath>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "baton/policy/idempotency.h"

namespace baton::tools {
namespace {

// The attempts that must have taken longer than a limit.
constexpr double kBeyondLimit = 10;
constexpr double kHedgeRatio = 0.95;
// A limit below this ratio of the median leaves no room for small changes.
constexpr double kLeastOfMedian = 2;
// Below this time, timers and schedulers decide, and not the server.
constexpr absl::Duration kLeastLimit = absl::Milliseconds(10);

// Rounds up to two digits: 1234 ms to 1300 ms.
absl::Duration RoundUp(absl::Duration time) {
  const double millis = absl::ToDoubleMilliseconds(time);
  if (millis <= 0) return absl::ZeroDuration();
  const double digit = std::pow(10, std::floor(std::log10(millis)) - 1);
  const double steps = std::ceil(millis / digit - 1e-9);
  return absl::Microseconds(std::llround(steps * digit * 1000));
}

// The longest waits before all retries of a call.
absl::Duration LongestBackoffs(const RetryOptions& options) {
  absl::Duration sum = absl::ZeroDuration();
  absl::Duration wait = options.backoff.initial;
  for (int retry = 1; retry < options.max_attempts; ++retry) {
    sum += std::min(wait, options.backoff.max);
    wait *= options.backoff.multiplier;
  }
  return sum;
}

SuggestedTime LimitFrom(const Suggestion& known, const AdviceOptions& options) {
  SuggestedTime limit;
  limit.time = known.percentile;
  limit.reason = absl::StrFormat("%s: %.4g %% of the attempts take longer",
                                 PercentileName(1 - options.false_timeouts),
                                 100 * options.false_timeouts);
  if (known.percentile < kLeastOfMedian * known.p50) {
    limit.time = kLeastOfMedian * known.p50;
    limit.reason = absl::StrFormat(
        "%g times p50: %s (%s) is so close to it that a small delay "
        "would end many attempts",
        kLeastOfMedian, PercentileName(1 - options.false_timeouts),
        TimeText(known.percentile));
  }
  if (limit.time < kLeastLimit) {
    limit.time = kLeastLimit;
    limit.reason = "the least that timers and schedulers keep exactly";
  }
  if (options.network_allowance > absl::ZeroDuration()) {
    limit.time += options.network_allowance;
    absl::StrAppend(&limit.reason, ", and ",
                    TimeText(options.network_allowance), " for the network");
  }
  limit.time = RoundUp(limit.time);
  return limit;
}

SuggestedTime DeadlineFrom(absl::Duration limit, const MethodPolicy& policy) {
  if (!IsIdempotent(policy.idempotency) || policy.retry.max_attempts <= 1) {
    return {limit,
            "one attempt, because the policy allows no retry after a "
            "timeout"};
  }
  const absl::Duration waits = LongestBackoffs(policy.retry);
  const int attempts = policy.retry.max_attempts;
  return {RoundUp(limit * attempts + waits),
          absl::StrCat(attempts, " attempts of this limit, and ",
                       TimeText(waits), " of backoff at most")};
}

}  // namespace

double NeededAttempts(const AdviceOptions& options) {
  return std::ceil(kBeyondLimit / options.false_timeouts - 1e-9);
}

absl::StatusOr<Suggestion> Suggest(const Latencies& latencies,
                                   const MethodPolicy& policy,
                                   const AdviceOptions& options) {
  const double needed = NeededAttempts(options);
  if (latencies.attempts() < needed) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%.0f attempts are too few: %.4g %% false timeouts need %.0f",
        latencies.attempts(), 100 * options.false_timeouts, needed));
  }
  Suggestion result;
  const auto percentile = latencies.Percentile(1 - options.false_timeouts);
  if (!percentile.has_value()) {
    if (latencies.cut() > options.false_timeouts * latencies.attempts()) {
      return absl::FailedPreconditionError(absl::StrFormat(
          "%.3g %% of the attempts ended by a timeout or a cancellation, so "
          "the time that they need is not known: raise the timeout, or accept "
          "more false timeouts",
          100 * latencies.cut() / latencies.attempts()));
    }
    return absl::FailedPreconditionError(
        "too many attempts took longer than the last bucket of the histogram: "
        "add buckets, or accept more false timeouts");
  }
  result.percentile = *percentile;
  result.p50 = latencies.Percentile(0.5).value_or(*percentile);
  result.limit = LimitFrom(result, options);
  result.deadline = DeadlineFrom(result.limit.time, policy);
  result.hedge_delay = {
      RoundUp(latencies.Percentile(kHedgeRatio).value_or(*percentile)),
      absl::StrCat(PercentileName(kHedgeRatio), ": 5 % of the calls hedge")};
  return result;
}

std::string PercentileName(double ratio) {
  return absl::StrFormat("p%.6g", 100 * ratio);
}

std::string TimeText(absl::Duration time) {
  if (time >= absl::Seconds(1)) {
    return absl::StrFormat("%.6gs", absl::ToDoubleSeconds(time));
  }
  return absl::StrFormat("%.6gms", absl::ToDoubleMilliseconds(time));
}

}  // namespace baton::tools
