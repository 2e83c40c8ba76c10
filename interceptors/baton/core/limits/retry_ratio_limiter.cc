// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/retry_ratio_limiter.h"

namespace baton::core {
namespace {

// A closed gate admits few retries, so this number of recent ones is enough.
constexpr int64_t kFew = 3;

bool MostRetriesFail(const RetryRatioLimitOptions& options,
                     const RollingRatio::Counts& retries) {
  // This many failures distinguish an outage from bad luck. If the first few
  // failures closed the gate, no retry would arrive to open it again.
  const auto doubtful = static_cast<double>(options.min_requests);
  return options.min_success_ratio > 0 &&
         static_cast<double>(retries.hits) <=
             options.min_success_ratio *
                 (static_cast<double>(retries.events) - doubtful);
}

}  // namespace

bool RetryRatioLimiter::TooManyRetries(const RetryRatioLimitOptions& options,
                                       MonotonicTime now) const {
  if (options.max_ratio >= 1) return false;
  const RollingRatio::Counts requests = requests_.Over(options.window, now);
  const auto with_the_next = static_cast<double>(requests.hits + 1);
  const auto first = static_cast<double>(requests.events - requests.hits);
  if (requests.events < options.min_requests ||
      with_the_next <= options.max_ratio * first) {
    return false;
  }
  return MostRetriesFail(options, retries_.Over(options.window, now)) &&
         !RecentRetriesSucceed(options, now);
}

bool RetryRatioLimiter::RecentRetriesSucceed(
    const RetryRatioLimitOptions& options, MonotonicTime now) const {
  const RollingRatio::Counts retries = retries_.Lately(options.window, now);
  return retries.events >= kFew && retries.ratio() >= options.min_success_ratio;
}

}  // namespace baton::core
