// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_LATE_ATTEMPT_H_
#define BATON_CORE_DECISION_LATE_ATTEMPT_H_

#include <optional>

#include "absl/time/time.h"
#include "baton/core/decision/attempt_admission.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/limits/method_latency.h"
#include "baton/monotonic_time.h"
#include "baton/policy/method_policy.h"
#include "baton/stop_reason.h"

// The rule for late attempts. A late attempt runs longer than its method
// usually takes. It is overtaken if an attempt of the same method at the same
// target started clearly later and was answered already.
//
// Lateness alone shows nothing about the attempt. In a stall or an overload
// every attempt is late, and more attempts prolong it. But no attempt is
// overtaken then, because an attempt that starts later waits longer. If one of
// several servers hangs, the attempts at the other servers overtake at once.
//
// A second attempt therefore starts only beside an overtaken one, and never
// replaces it. The target must drop cancelled work, because one of the two
// attempts will be cancelled.
namespace baton::core {

// Returns the measured limit of a method: 1.5 times its p99, at least 20 ms. An
// attempt that runs longer is late.
absl::Duration LateLimit(absl::Duration p99);

// Returns the age at which an attempt is checked for the first time: the
// measured limit of its method. Without a measurement: the
// remaining time of the call divided by the attempts that are left, this one
// included. Infinite: the attempt is never checked.
absl::Duration FirstCheckAge(const std::optional<LatencySummary>& latency,
                             absl::Duration remaining, int attempts_left);

// Returns the age at the next check of an attempt that was checked at `age`.
inline absl::Duration NextCheckAge(absl::Duration age) { return 1.5 * age; }

// Returns the time after which an attempt must have started to overtake an
// attempt that is awaited since `awaited_since`. The lead of half the age
// excludes attempts that were only a little faster.
inline MonotonicTime OvertakenSince(MonotonicTime awaited_since,
                                    MonotonicTime now) {
  return awaited_since + (now - awaited_since) / 2;
}

// A late attempt, and the second attempt that may start beside it.
struct LateAttempt {
  // The time since the request was sent.
  absl::Duration age;
  // Whether an attempt that started after OvertakenSince() was answered.
  bool was_overtaken = false;
  // Whether the second attempt would use a fallback channel, and the call is
  // read-only. It then needs no overtaking: if all servers hang, no attempt is
  // ever answered.
  bool is_read_only_fallback = false;
  // Whether the target of the second attempt drops cancelled work.
  bool drops_cancelled_work = false;
  // The measured latency of the method.
  std::optional<LatencySummary> latency;
};

// Decides about a second attempt. If it may start, does what AdmitAttempt()
// does, and returns nullopt. Otherwise returns the first reason against it.
std::optional<StopReason> AdmitSecondAttempt(const MethodPolicy& policy,
                                             const LateAttempt& late,
                                             const TargetLimits& target,
                                             MonotonicTime now,
                                             CallProgress& progress);

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_LATE_ATTEMPT_H_
