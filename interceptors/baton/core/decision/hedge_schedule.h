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

// When the further copies of one hedged call are due (the rules of gRFC A6).
// It only keeps time; whether a copy that is due may be sent is AdmitAttempt's
// question, and a copy that is not admitted ends the hedging of the call.
//
//   HedgeSchedule schedule(options, measured_p95, started);
//   while (auto due = schedule.NextAt()) { ... schedule.OnSent(now); }
//
// Not thread-safe: whoever drives the call owns it.
class HedgeSchedule {
 public:
  // `measured` is the percentile of the method's latency that the options ask
  // for. Without it and without a fixed delay there is no hedging: to hedge
  // blindly would double the load of a target just started.
  HedgeSchedule(const HedgeOptions& options,
                std::optional<absl::Duration> measured, MonotonicTime started);

  // When the next copy is due; nullopt if there will be none.
  std::optional<MonotonicTime> NextAt() const { return next_at_; }

  // The copy that was due has been sent. After Stop() it makes no other due.
  void OnSent(MonotonicTime now);

  // One copy has failed while no other has succeeded. False: the failure is
  // fatal, and the call fails with it. True: wait for the other copies; the
  // next one is due at once, or when the server said.
  bool OnFailure(const AttemptOutcome& outcome, MonotonicTime now);

  // No further copies: one was not admitted, or the call is over.
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
