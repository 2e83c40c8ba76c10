// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_DEADLINE_POLICY_H_
#define BATON_CORE_POLICY_DEADLINE_POLICY_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/core/policy/deadline.h"
#include "baton/core/policy/defaults.h"
#include "baton/core/policy/monotonic_time.h"

namespace baton::core {

// What to do with a call that comes without a deadline.
enum class MissingDeadline {
  kObserve,  // count it and let it run without one
  kDefault,  // give it `default_timeout`
  kReject,   // fail it before anything is sent
};

struct DeadlineOptions {
  MissingDeadline missing = MissingDeadline::kDefault;
  // What a call without a deadline gets under kDefault. Positive.
  absl::Duration default_timeout = defaults::kDefaultDeadline;
  // Longer timeouts are cut to this, and calls without a deadline under
  // kObserve are not. Positive; infinite: no maximum.
  absl::Duration max_timeout = absl::InfiniteDuration();

  // The limit of one attempt, after which another may be started. Zero: what
  // is left of the call, divided by the attempts left. Infinite: no limit.
  absl::Duration attempt_timeout = absl::ZeroDuration();
  // Derive the limit of an attempt from the method's measured latency once
  // there is enough of it: the percentile, times the padding, at least the
  // floor.
  bool adaptive = false;
  double adaptive_percentile = defaults::kAdaptivePercentile;  // (0.5, 1)
  double adaptive_padding = defaults::kAdaptivePadding;        // 1 to 10
  absl::Duration adaptive_floor = defaults::kAdaptiveFloor;    // positive

  // Held back from an inherited deadline, so that this service can still
  // answer its own caller when the callee used up its time: the smaller of
  // the two. Zero: nothing is held back.
  absl::Duration hop_reserve = defaults::kHopReserve;
  double hop_reserve_ratio = defaults::kHopReserveRatio;  // 0 to 0.5

  // An attempt with less time than this is hopeless and is not started.
  absl::Duration min_useful_attempt = defaults::kMinUsefulAttempt;
};

// Where the deadline that a call ended up with came from.
enum class DeadlineSource {
  kNone,       // there is none
  kCall,       // the application set it
  kInherited,  // the request that this call is part of
  kDefault,    // the policy, since nobody set one
  kMaximum,    // the policy's maximum was shorter
};

struct EffectiveDeadline {
  Deadline deadline;
  DeadlineSource source = DeadlineSource::kNone;
  // The call came without one of its own or inherited.
  bool missing = false;
  // It was longer than the policy allows.
  bool capped = false;
  // The call must fail at once: it has none and the policy wants one.
  bool rejected = false;
};

// Decides by when a call must be over. `own` is what the application set,
// `inherited` what is left to the request that the call is part of; the
// earlier one counts. The result is never later than either.
EffectiveDeadline ResolveDeadline(const DeadlineOptions& options, Deadline own,
                                  Deadline inherited, MonotonicTime now);

// The time after which an attempt is late enough to ask whether another should
// take its place. It ends no attempt by itself: if no retry is allowed then,
// the running attempt goes on, for it is the only chance the call has.
//
// `attempts_left` counts this one; `measured` is the percentile of the
// method's latency, if known.
absl::Duration AttemptLimit(const DeadlineOptions& options,
                            absl::Duration remaining, int attempts_left,
                            std::optional<absl::Duration> measured);

// "none", "call", "inherited", "default", "maximum".
absl::string_view ToString(DeadlineSource source);

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_DEADLINE_POLICY_H_
