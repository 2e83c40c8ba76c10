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

// The one decision of the product: an attempt has ended, what now?
//
// The order of the questions is part of the contract, since the first "no" is
// the reason that operators see:
//
//   1  classifier     might another attempt do better at all?
//   2  commitment     can the call still be sent again from the start?
//   3  idempotency    could a second copy do harm? Evidence that the first was
//                     not processed beats what is known of the method.
//   4  the server     did it ask not to be asked again? That its part of a
//                     split grant is used up does not count as asking.
//   5  grant          may this request have another attempt anywhere?
//   6  attempts       may this call?
//   7  time           do the wait and a useful attempt fit? And if there was no
//                     connection, has the call waited long enough for one?
//   8  health         have retries to this target been helping?
//   9  budget         may this process send one? Paid now, before the wait.
//
// An attempt that found no connection counts for nothing in 5, 6, 8 and 9, as
// connection_wait.h says.
//
// What is cheap and certain is asked first; what costs something to ask (the
// budget) is asked last. A smaller grant, budget or time can only turn a retry
// into a stop, never the reverse.
//
// The same question is asked when an attempt passes its own limit but still
// runs (kAttemptLimit). A stop then means "let it run on".
//
// Every combination has an answer. On a retry `progress` is advanced; on a
// stop it is left as it was. Thread-safe but for `progress` and `random`; all
// that it refers to must outlive it.
class RetryDecider {
 public:
  RetryDecider(const MethodPolicy& policy, const Classifier& classifier,
               TargetState target)
      : policy_(policy), classifier_(classifier), target_(target) {}

  Decision Decide(const AttemptOutcome& outcome, MonotonicTime now,
                  UniformSource& random, CallProgress& progress) const;

  // The same for a call that cannot be sent again whatever the answer is:
  // nothing is taken, and what would have been a retry is a stop by
  // kObserveOnly.
  Decision WouldDecide(const AttemptOutcome& outcome, MonotonicTime now,
                       UniformSource& random, CallProgress& progress) const;

 private:
  Decision DecideOrAsk(const AttemptOutcome& outcome, bool only_asked,
                       MonotonicTime now, UniformSource& random,
                       CallProgress& progress) const;

  const MethodPolicy& policy_;
  const Classifier& classifier_;
  const TargetState target_;
};

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_RETRY_DECIDER_H_
