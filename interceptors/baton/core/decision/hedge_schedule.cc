// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/hedge_schedule.h"

#include <algorithm>

namespace baton::core {

HedgeSchedule::HedgeSchedule(const HedgeOptions& options,
                             std::optional<absl::Duration> measured,
                             MonotonicTime started)
    : options_(options) {
  const std::optional<absl::Duration> delay =
      options.delay.has_value() ? options.delay : measured;
  if (!delay.has_value() || options.max_attempts <= 1) return;
  delay_ = *delay;
  next_at_ = started + delay_;
}

void HedgeSchedule::OnSent(MonotonicTime now) {
  ++sent_;
  if (sent_ < options_.max_attempts && !stopped_) {
    next_at_ = now + delay_;
  } else {
    next_at_.reset();
  }
}

void HedgeSchedule::Postpone(MonotonicTime now) {
  constexpr absl::Duration kShortest = absl::Milliseconds(10);
  if (next_at_.has_value()) next_at_ = now + std::max(delay_, kShortest);
}

bool HedgeSchedule::OnFailure(const AttemptOutcome& outcome,
                              MonotonicTime now) {
  if (!options_.non_fatal_codes.Contains(outcome.code)) return false;
  const bool told_never =
      outcome.pushback.kind == Pushback::Kind::kNever ||
      (outcome.advice.has_value() &&
       outcome.advice->verdict == RetryAdvice::Verdict::kNo);
  if (told_never) {
    Stop();
  } else if (next_at_.has_value()) {
    next_at_ = now + DemandedWait(outcome).value_or(absl::ZeroDuration());
  }
  return true;
}

}  // namespace baton::core
