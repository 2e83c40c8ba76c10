// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_DEADLINE_OPTIONS_H_
#define BATON_POLICY_DEADLINE_OPTIONS_H_

#include "absl/time/time.h"
#include "baton/policy/defaults.h"

namespace baton {

// Baton's action on a call without a deadline.
enum class MissingDeadline {
  kAllow,    // count the call and let it run without a deadline
  kDefault,  // apply `default_timeout`
  kReject,   // fail the call before anything is sent
};

// The deadline settings of one method.
struct DeadlineOptions {
  // Baton's action on a call that has no deadline, neither its own nor an
  // inherited one.
  MissingDeadline missing = MissingDeadline::kDefault;
  // The timeout of a call without a deadline under kDefault. Positive and
  // finite.
  absl::Duration default_timeout = defaults::kDefaultDeadline;
  // The maximum timeout. Longer timeouts are cut to it. Under kObserve, calls
  // without a deadline still run without one. Positive. Infinite: no maximum.
  absl::Duration max_timeout = absl::InfiniteDuration();

  // The per-attempt timeout. When it expires and a retry is allowed, Baton
  // cancels the attempt and retries. If no retry is allowed, the attempt
  // continues. Positive. Infinite: no timeout.
  absl::Duration attempt_timeout = absl::InfiniteDuration();

  // The time held back from an inherited deadline, so that this service can
  // still answer its caller when the callee used all its time. The smaller of
  // this duration and `hop_reserve_ratio` applies. Zero: nothing is held back.
  absl::Duration hop_reserve = defaults::kHopReserve;
  // The maximum of this time, as a ratio of the time left. 0 to 0.5. 0: nothing
  // is held back.
  double hop_reserve_ratio = defaults::kHopReserveRatio;

  // The least useful time for an attempt. With less time left, Baton starts no
  // retry and no hedge. Zero or positive, finite.
  absl::Duration min_attempt_time = defaults::kMinAttemptTime;
};

}  // namespace baton

#endif  // BATON_POLICY_DEADLINE_OPTIONS_H_
