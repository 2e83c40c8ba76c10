// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_RETRY_DECIDER_H_
#define BATON_CORE_DECISION_RETRY_DECIDER_H_

#include "absl/strings/string_view.h"
#include "baton/attempt_outcome.h"
#include "baton/backoff.h"
#include "baton/classifier.h"
#include "baton/core/decision/attempt_admission.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/policy/random.h"
#include "baton/decision.h"
#include "baton/policy/method_policy.h"

namespace baton::core {

// Decides what happens after an attempt has ended: a retry after a wait, or a
// stop. This is the central decision of Baton.
//
// The order of the checks is fixed. If several checks would prevent a retry,
// operators see the reason of the first one:
//
//   1  classifier     might another attempt succeed at all?
//   2  commitment     can the call still be sent again from the start?
//   3  idempotency    would a second execution do harm? If the server certainly
//                     did not process the request, this check always passes.
//                     It also passes if the server honors the idempotency key
//                     of the call.
//   4  the server     did the server forbid a retry? With owner SPLIT, this
//                     service keeps a part of the grant. If the server reports
//                     that the other part is exhausted, this service may still
//                     use its own part. If the server speaks only of itself,
//                     and the call may reach another server, it may continue.
//   5  grant          are the retries of this process stopped? May this request
//                     have another attempt at any service?
//   6  attempts       may this call have another attempt? Throttling and
//                     contention may have their own maximum.
//                     If the channel did not connect within `connect_timeout`,
//                     may another channel have a connection?
//   7  time           do the wait and a useful attempt fit? Does the wait end
//                     within the time for the class of the failure? If there
//                     was no connection, may the call still wait for one?
//   8  breakers       do the retry breakers of method and target allow retries?
//   9  budget         has the process budget of the target enough tokens?
//
// An attempt that found no connection does not count in checks 5, 8 and 9. It
// counts in check 6 only if the call fails fast. See connection_wait.h.
//
// The process budget comes last, because its check takes tokens. It takes them
// before the wait for the retry begins. A smaller grant, process budget or
// deadline can turn a retry into a stop. It can never turn a stop into a retry.
//
// The caller also uses this class when an attempt exceeds its timeout but still
// runs (kAttemptTimeout). A stop then means that this attempt continues.
//
// Every combination of inputs has a result. A retry changes `progress`, and a
// stop leaves it unchanged. Thread-safe, except for `progress` and `random`.
// All arguments of the constructor must outlive this object.
class RetryDecider {
 public:
  // `backoff` chooses the waits for `method`. Null: the curves of the policy
  // apply.
  RetryDecider(const MethodPolicy& policy, const Classifier& classifier,
               TargetLimits target, const Backoff* backoff = nullptr,
               absl::string_view method = {})
      : policy_(policy),
        classifier_(classifier),
        target_(target),
        backoff_(backoff),
        method_(method) {}

  // Returns the decision after an attempt with this outcome. For a retry, the
  // function has reserved the attempt in the grant. It has also withdrawn the
  // cost from the process budget, if Decision::paid is true.
  Decision Decide(const AttemptOutcome& outcome, MonotonicTime now,
                  UniformSource& random, CallProgress& progress) const;

  // Does the same as Decide(), but for a call that can make no further attempt
  // in any case. Takes no token of the process budget. A decision that would be
  // a retry becomes a stop with the reason kObserveOnly.
  Decision WouldDecide(const AttemptOutcome& outcome, MonotonicTime now,
                       UniformSource& random, CallProgress& progress) const;

 private:
  // Lets `backoff_` replace the wait in `request`.
  void ApplyBackoff(const Decision& decision, MonotonicTime now,
                    const CallProgress& progress,
                    AttemptRequest& request) const;
  Decision DecideOrAsk(const AttemptOutcome& outcome, bool only_asked,
                       MonotonicTime now, UniformSource& random,
                       CallProgress& progress) const;

  const MethodPolicy& policy_;
  const Classifier& classifier_;
  const TargetLimits target_;
  const Backoff* const backoff_;
  const absl::string_view method_;
};

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_RETRY_DECIDER_H_
