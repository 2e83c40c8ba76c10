// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_DECISION_H_
#define BATON_DECISION_H_

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/classifier.h"
#include "baton/monotonic_time.h"
#include "baton/policy/process_budget_options.h"
#include "baton/stop_reason.h"

namespace baton {

// What a wait between two attempts is for.
enum class WaitCause {
  kNone,              // there is none
  kBackoff,           // our own curve
  kThrottledBackoff,  // our slower curve, after signs of overload
  kPushback,          // the server asked, by `grpc-retry-pushback-ms`
  kRetryInfo,         // by `google.rpc.RetryInfo`
  kAdvice,            // by `retry-advice`
  kConnection,        // there is none
};

// What happens after an attempt has ended.
struct Decision {
  static Decision Stop(StopReason reason) {
    Decision decision;
    decision.reason = reason;
    return decision;
  }

  // True: wait for `delay` and send the next attempt. It is reserved in the
  // call's grant, to be released if it is never sent, and paid for as `paid`
  // and `cost` say.
  bool retry = false;
  // Why it stops, if it does.
  StopReason reason = StopReason::kSucceeded;
  OutcomeClass outcome_class = OutcomeClass::kSuccess;
  // How long to wait first. On a stop by a rule that comes after it was drawn
  // (grant to budget, and observe mode): the wait that there would have been.
  absl::Duration delay = absl::ZeroDuration();
  WaitCause wait_cause = WaitCause::kNone;
  RetryCost cost = RetryCost::kTransient;
  // `cost` has been withdrawn from the process budget; if the attempt is never
  // sent, ReturnUnsent. Nothing is for the first attempt that is sent, however
  // many found no connection before.
  bool paid = false;
  // If the wait is for a connection: it goes on after `delay`, until there is
  // one, but not beyond this.
  MonotonicTime connect_by = MonotonicTime::InfiniteFuture();
  // If it stops: the call failed, and nobody can tell from here whether its
  // effect has happened.
  bool outcome_unknown = false;
};

// "none", "backoff", "throttled_backoff", "pushback", "retry_info", "advice",
// "connection".
absl::string_view ToString(WaitCause cause);

}  // namespace baton

#endif  // BATON_DECISION_H_
