// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_RETRY_DECIDER_H_
#define BATON_CORE_DECISION_RETRY_DECIDER_H_

#include "baton/attempt_outcome.h"
#include "baton/classifier.h"
#include "baton/core/decision/attempt_admission.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/policy/random.h"
#include "baton/decision.h"
#include "baton/policy/method_policy.h"

namespace baton::core {

// Decides what happens after an attempt has ended. This is the central decision
// of Baton.
//
// The order of the checks is part of the contract. The first check that
// prevents a retry is the reason that operators see:
//
//   1  classifier     might another attempt succeed at all?
//   2  commitment     can the call still be sent again from the start?
//   3  idempotency    could a second execution do harm? Evidence that the first
//                     was not processed overrides what is known of the method.
//   4  the server     did it forbid a retry? A server may report that its part
//                     of a split grant is exhausted. If this service kept a
//                     part, that does not forbid a retry.
//   5  grant          may this request have another attempt at any service?
//   6  attempts       may this call have another attempt?
//   7  time           do the wait and a useful attempt fit? And if there was no
//                     connection, has the call waited long enough for one?
//   8  health         have retries to this target been successful?
//   9  budget         may this process send a retry? Paid now, before the wait.
//
// An attempt that found no connection does not count in 5, 8 and 9. It counts
// in 6 only if the call fails fast. See connection_wait.h.
//
// Cheap and certain checks come first. The budget comes last, because its check
// takes tokens. A smaller grant, budget or time can only turn a retry into a
// stop, never a stop into a retry.
//
// The same decision is made when an attempt exceeds its timeout but still runs
// (kAttemptTimeout). A stop then means that the attempt continues.
//
// Every combination of inputs has a result. A retry advances `progress`. A stop
// leaves it unchanged. Thread-safe, except for `progress` and `random`. All
// objects that it refers to must outlive it.
class RetryDecider {
 public:
  RetryDecider(const MethodPolicy& policy, const Classifier& classifier,
               TargetLimits target)
      : policy_(policy), classifier_(classifier), target_(target) {}

  Decision Decide(const AttemptOutcome& outcome, MonotonicTime now,
                  UniformSource& random, CallProgress& progress) const;

  // Decides like Decide(), but for a call that cannot be sent again whatever
  // the result is. Takes nothing. What would be a retry becomes a stop by
  // kObserveOnly.
  Decision WouldDecide(const AttemptOutcome& outcome, MonotonicTime now,
                       UniformSource& random, CallProgress& progress) const;

 private:
  Decision DecideOrAsk(const AttemptOutcome& outcome, bool only_asked,
                       MonotonicTime now, UniformSource& random,
                       CallProgress& progress) const;

  const MethodPolicy& policy_;
  const Classifier& classifier_;
  const TargetLimits target_;
};

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_RETRY_DECIDER_H_
