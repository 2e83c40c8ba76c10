// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/deadline_policy.h"

#include <algorithm>

namespace baton::core {
namespace {

Deadline LessReserve(const DeadlineOptions& options, Deadline inherited,
                     MonotonicTime now) {
  if (inherited.IsNone()) return inherited;
  const absl::Duration remaining = inherited.Remaining(now);
  const absl::Duration reserve =
      std::min(options.hop_reserve, remaining * options.hop_reserve_ratio);
  return Deadline::At(inherited.time() - reserve);
}

}  // namespace

EffectiveDeadline ResolveDeadline(const DeadlineOptions& options, Deadline own,
                                  Deadline inherited, MonotonicTime now) {
  EffectiveDeadline effective;
  if (own.IsNone() && inherited.IsNone()) {
    effective.missing = true;
    switch (options.missing) {
      case MissingDeadline::kAllow:
        return effective;
      case MissingDeadline::kReject:
        effective.rejected = true;
        return effective;
      case MissingDeadline::kDefault:
        effective.deadline = Deadline::After(now, options.default_timeout);
        effective.source = DeadlineSource::kDefault;
        break;
    }
  } else {
    const Deadline usable = LessReserve(options, inherited, now);
    effective.deadline = Deadline::Earlier(own, usable);
    effective.source = effective.deadline == own ? DeadlineSource::kCall
                                                 : DeadlineSource::kInherited;
  }
  // Most policies have no maximum. The arithmetic of durations is slow.
  if (options.max_timeout == absl::InfiniteDuration()) return effective;
  const Deadline latest = Deadline::After(now, options.max_timeout);
  if (latest.time() < effective.deadline.time()) {
    effective.deadline = latest;
    effective.capped = effective.source != DeadlineSource::kDefault;
    effective.source = DeadlineSource::kMaximum;
  }
  return effective;
}

}  // namespace baton::core
