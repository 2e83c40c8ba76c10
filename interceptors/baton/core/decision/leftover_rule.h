// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_LEFTOVER_RULE_H_
#define BATON_CORE_DECISION_LEFTOVER_RULE_H_

#include "baton/core/decision/attempt_admission.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/policy/random.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/policy/method_policy.h"

namespace baton::core {

// The end of one round of a batch: the items that were sent, and the items that
// the server has not processed.
struct RoundEnd {
  int sent = 0;
  int left = 0;
};

// Decides about the next round of a batch, after a round whose call succeeded.
// Stops with kSucceeded if nothing is left. A round that processed at least one
// item resets the backoff, and nothing else: number of rounds, grant, time and
// process budget count for the whole batch. A round without progress is a
// sign of throttling, so that the next one costs as much as after throttling.
//
// If Decision::retry is true, the round is charged, as in AdmitAttempt().
Decision DecideRound(const MethodPolicy& policy, const RoundEnd& round,
                     const TargetLimits& target, MonotonicTime now,
                     UniformSource& random, CallProgress& progress);

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_LEFTOVER_RULE_H_
