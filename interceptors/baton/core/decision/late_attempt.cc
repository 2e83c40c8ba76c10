// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/late_attempt.h"

#include <algorithm>

namespace baton::core {
namespace {

constexpr absl::Duration kMinFirstCheckAge = absl::Milliseconds(20);

}  // namespace

absl::Duration LateLimit(absl::Duration p99) {
  // Each healthy call gets here. Integers are much cheaper than a product of a
  // Duration.
  return std::max(absl::Microseconds(absl::ToInt64Microseconds(p99) * 3 / 2),
                  kMinFirstCheckAge);
}

absl::Duration FirstCheckAge(const std::optional<LatencySummary>& latency,
                             absl::Duration remaining, int attempts_left) {
  if (attempts_left <= 1) return absl::InfiniteDuration();
  const absl::Duration age =
      latency.has_value()
          ? LateLimit(latency->p99)
          : std::max(remaining / attempts_left, kMinFirstCheckAge);
  return age < remaining ? age : absl::InfiniteDuration();
}

std::optional<StopReason> AdmitSecondAttempt(const MethodPolicy& policy,
                                             const LateAttempt& late,
                                             const TargetLimits& target,
                                             MonotonicTime now,
                                             CallProgress& progress) {
  if (!late.was_overtaken && !late.is_read_only_fallback) {
    return StopReason::kNotOvertaken;
  }
  if (!late.drops_cancelled_work) return StopReason::kTargetKeepsCancelledWork;
  // The time that the second attempt usually needs.
  const absl::Duration needed =
      late.latency.has_value() ? late.latency->p50 : late.age / 2;
  if (!progress.deadline.Fits(now, needed)) return StopReason::kNotEnoughTime;
  AttemptRequest request{policy.retry.max_attempts, absl::ZeroDuration(),
                         RetryCost::kTransient};
  return AdmitAttempt(policy, request, target, now, progress);
}

}  // namespace baton::core
