// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_DEADLINE_OPTIONS_H_
#define BATON_POLICY_DEADLINE_OPTIONS_H_

#include "baton/base/export.h"

#include "absl/time/time.h"
#include "baton/policy/defaults.h"

namespace BATON_EXPORT baton {

// Baton's treatment of a call without a deadline.
enum class MissingDeadline {
  kAllow,    // count the call and let it run without a deadline
  kDefault,  // unary calls: `default_timeout`. Streams: no deadline, but
             // `stream.first_answer_timeout`
  kReject,   // fail the call before anything is sent
};

// The deadline settings of one method.
struct DeadlineOptions {
  // Baton's treatment of a call that has no deadline, neither its own nor an
  // inherited one.
  MissingDeadline missing = MissingDeadline::kDefault;
  // The timeout of a unary call without a deadline, if `missing` is kDefault. A
  // stream then runs without a deadline. Positive and finite.
  absl::Duration default_timeout = defaults::kDefaultDeadline;
  // The maximum timeout of a call. Baton shortens longer timeouts to it. It
  // does not apply to calls that Baton lets run without a deadline. Positive.
  // Infinite: no maximum.
  absl::Duration max_timeout = absl::InfiniteDuration();

  // The per-attempt timeout. When it expires and a retry is allowed, Baton
  // cancels the attempt and retries. If no retry is allowed, the attempt
  // continues. Positive. Infinite: no timeout.
  absl::Duration attempt_timeout = absl::InfiniteDuration();

  // The time in which the channel of an attempt must have a connection. When it
  // expires before that, the attempt ends with UNAVAILABLE and was certainly
  // never sent. Baton retries it on a fallback channel. Without one, the call
  // ends. The timeout does not apply to calls with an own set_wait_for_ready().
  // Positive. Infinite: no timeout.
  absl::Duration connect_timeout = absl::InfiniteDuration();

  // The time that Baton subtracts from an inherited deadline. If the callee
  // uses all its time, this service then has time left to answer its own
  // caller. Baton subtracts this duration or `hop_reserve_ratio` of the
  // remaining time, whichever is less. Zero: Baton subtracts nothing.
  absl::Duration hop_reserve = defaults::kHopReserve;
  // The maximum of the subtracted time, as a ratio of the remaining time. 0 to
  // 0.5. 0: Baton subtracts nothing.
  double hop_reserve_ratio = defaults::kHopReserveRatio;

  // The least time that an attempt needs to be useful. If less time is left,
  // Baton starts no retry and no hedge. Zero or positive, finite. Zero: no
  // minimum.
  absl::Duration min_attempt_time = defaults::kMinAttemptTime;
};

}  // namespace baton

#endif  // BATON_POLICY_DEADLINE_OPTIONS_H_
