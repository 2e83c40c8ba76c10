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
// AdmitAttempt() of attempt_admission.h decides whether a due hedge may be
// sent. If it may not, the owner must call Stop(), and the call gets no further
// hedges.
//
//   HedgeSchedule schedule(options, measured_p95, started);
//   while (auto due = schedule.NextAt()) { ... schedule.OnSent(now); }
//
// Owned by the object that drives the call. Not thread-safe.
class HedgeSchedule {
 public:
  // `measured` is the latency of the method at `options.percentile`. It is
  // nullopt if there are too few samples. If `options.delay` is not set either,
  // the call gets no hedges. With a guess instead, hedges could double the load
  // of a target that has just started.
  HedgeSchedule(const HedgeOptions& options,
                std::optional<absl::Duration> measured, MonotonicTime started);

  // Returns when the next hedge is due. Returns nullopt if there will be no
  // more hedges.
  std::optional<MonotonicTime> NextAt() const { return next_at_; }

  // Records that an attempt was sent as the due hedge. Unless Stop() was
  // called, the next hedge may then become due.
  void OnSent(MonotonicTime now);

  // Records a failed attempt. Requires that no other attempt of the call has
  // succeeded.
  //
  // If the code is not in `options.non_fatal_codes`, returns false, and the
  // call fails with this outcome. Otherwise returns true, and the call
  // continues. The next hedge, if any, is then due at once, or after the wait
  // that the server requested. If the server forbids a retry, there are no more
  // hedges.
  bool OnFailure(const AttemptOutcome& outcome, MonotonicTime now);

  // Records that no attempt can have been sent, because there is no connection.
  // The wait for the next hedge begins again.
  void Postpone(MonotonicTime now);

  // Makes the next hedge due at `time`, because this process was stalled when
  // the hedge was due.
  void PostponeUntil(MonotonicTime time) {
    if (next_at_.has_value()) next_at_ = time;
  }

  // Stops hedging, because a hedge was not admitted or the call has ended.
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
