// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_DEADLINE_OPTIONS_H_
#define BATON_POLICY_DEADLINE_OPTIONS_H_

#include "absl/time/time.h"
#include "baton/policy/defaults.h"

namespace baton {

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

}  // namespace baton

#endif  // BATON_POLICY_DEADLINE_OPTIONS_H_
