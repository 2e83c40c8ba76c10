// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DEADLINE_POLICY_H_
#define BATON_CORE_DEADLINE_POLICY_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/core/deadline.h"
#include "baton/core/defaults.h"
#include "baton/core/monotonic_time.h"

namespace baton::core {

// Baton's action on a call without a deadline.
enum class MissingDeadline {
  kObserve,  // count the call and let it run without a deadline
  kDefault,  // apply `default_timeout`
  kReject,   // fail the call before anything is sent
};

struct DeadlineOptions {
  MissingDeadline missing = MissingDeadline::kDefault;
  // The timeout of a call without a deadline under kDefault. Positive and
  // finite.
  absl::Duration default_timeout = defaults::kDefaultDeadline;
  // The maximum timeout. Longer timeouts are cut to it. Under kObserve, calls
  // without a deadline still run without one. Positive. Infinite: no maximum.
  absl::Duration max_timeout = absl::InfiniteDuration();

  // The per-attempt timeout, after which another attempt may start. Zero: the
  // time left for the call, divided by the attempts left. Infinite: no timeout.
  absl::Duration attempt_timeout = absl::ZeroDuration();
  // Derive the limit of an attempt from the method's measured latency once
  // there is enough of it: the percentile, times the padding, at least the
  // floor.
  bool adaptive = false;
  double adaptive_percentile = defaults::kAdaptivePercentile;  // (0.5, 1)
  double adaptive_padding = defaults::kAdaptivePadding;        // 1 to 10
  absl::Duration adaptive_floor = defaults::kAdaptiveFloor;    // positive

  // The time held back from an inherited deadline, so that this service can
  // still answer its caller when the callee used all its time. The smaller
  // limit applies: this duration, or this ratio of the time left. Zero: nothing
  // is held back.
  absl::Duration hop_reserve = defaults::kHopReserve;
  double hop_reserve_ratio = defaults::kHopReserveRatio;  // 0 to 0.5

  // The least useful time for an attempt. With less time left, Baton starts no
  // retry and no hedge. Zero or positive, finite.
  absl::Duration min_useful_attempt = defaults::kMinUsefulAttempt;
};

// The source of a call's deadline.
enum class DeadlineSource {
  kNone,       // no deadline
  kCall,       // set by the application
  kInherited,  // from the request that this call is part of
  kDefault,    // from the policy, for a call without a deadline
  kMaximum,    // the policy's maximum, which was shorter
};

struct EffectiveDeadline {
  Deadline deadline;
  DeadlineSource source = DeadlineSource::kNone;
  // The call had no deadline, neither its own nor an inherited one.
  bool missing = false;
  // The deadline was later than the policy allows.
  bool capped = false;
  // The call must fail at once: it has no deadline and the policy requires one.
  bool rejected = false;
};

// Determines the deadline of a call. `own` is the deadline that the application
// set. `inherited` is the deadline of the request that the call is part of. The
// earlier of the two counts. The result is never later than either.
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

// Returns "none", "call", "inherited", "default" or "maximum".
absl::string_view ToString(DeadlineSource source);

}  // namespace baton::core

#endif  // BATON_CORE_DEADLINE_POLICY_H_
