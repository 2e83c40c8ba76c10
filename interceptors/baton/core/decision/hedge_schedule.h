// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_HEDGE_SCHEDULE_H_
#define BATON_CORE_DECISION_HEDGE_SCHEDULE_H_

#include <optional>

#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/monotonic_time.h"
#include "baton/policy/hedge_options.h"

namespace baton::core {

// Computes when the hedges of one call are due, by the rules of gRFC A6.
// AdmitAttempt() decides whether a due hedge may be sent. If it does not admit
// a hedge, the owner must call Stop(): the call gets no further hedges.
//
//   HedgeSchedule schedule(options, measured_p95, started);
//   while (auto due = schedule.NextAt()) { ... schedule.OnSent(now); }
//
// Owned by the object that drives the call. Not thread-safe.
class HedgeSchedule {
 public:
  // `measured` is the latency of the method at `options.percentile`. nullopt:
  // too few samples. Without `measured` and without `options.delay`, there are
  // no hedges. A guessed delay could double the load of a target that has just
  // started.
  HedgeSchedule(const HedgeOptions& options,
                std::optional<absl::Duration> measured, MonotonicTime started);

  // Returns when the next hedge is due, or nullopt if there will be none.
  std::optional<MonotonicTime> NextAt() const { return next_at_; }

  // Records that the due hedge was sent. After Stop(), no further hedge becomes
  // due.
  void OnSent(MonotonicTime now);

  // Records a failed attempt. No other attempt may have succeeded. Returns
  // false if the code is not in `options.non_fatal_codes`. The call then fails
  // with this outcome. Otherwise returns true, and the call waits for its other
  // attempts. If a hedge is left, it is then due at once, or after the wait
  // that the server requested. If the server forbids a retry, no further hedge
  // is due.
  bool OnFailure(const AttemptOutcome& outcome, MonotonicTime now);

  // Stops hedging: a hedge was not admitted, or the call is over.
  void Stop() {
    stopped_ = true;
    next_at_.reset();
  }

 private:
  const HedgeOptions& options_;
  absl::Duration delay_ = absl::InfiniteDuration();
  int sent_ = 1;
  bool stopped_ = false;
  std::optional<MonotonicTime> next_at_;
};

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_HEDGE_SCHEDULE_H_
