// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_RETRY_OPTIONS_H_
#define BATON_POLICY_RETRY_OPTIONS_H_

#include "baton/base/export.h"

#include <optional>

#include "absl/time/time.h"
#include "baton/classifier.h"
#include "baton/policy/backoff_options.h"
#include "baton/policy/class_retry_options.h"
#include "baton/policy/defaults.h"
#include "baton/policy/owner.h"
#include "baton/status_classifier.h"

namespace BATON_EXPORT baton {

// The retry settings of one method.
struct RetryOptions {
  // Attempts of one call, including the first. 1 to 10. 1 disables retries.
  // More than 5 require an `edge_grant` of at least `max_attempts` - 1.
  int max_attempts = defaults::kMaxAttempts;
  // The grant of a call that belongs to no request with a grant: the extra
  // attempts that it may cause, here and in its callees. 0 to 9. 0: no extra
  // attempts.
  int edge_grant = defaults::kEdgeGrant;
  // The grant of an unlinked call. Such a call belongs to no request, although
  // its process serves requests. 0 to 9. Not set: `edge_grant`.
  std::optional<int> unlinked_grant;
  // The owner of the grant, which spends it: this service, the service nearest
  // to the failure, or both.
  Owner owner;
  // The failures after which another attempt might succeed.
  ClassifierOptions classifier;
  // The waits before retries, except after throttling and contention.
  BackoffOptions backoff;
  // The retries after the target reported overload. Their waits are longer.
  ClassRetryOptions throttled = ClassRetryOptions::Throttled();
  // The retries after contention. Their waits are shorter, because conflicts
  // are short.
  ClassRetryOptions contention = ClassRetryOptions::Contention();
  // The maximum jitter of a wait that a server requests, as a ratio of this
  // wait. Jitter makes the wait longer, never shorter. 0 to 1. 0: no jitter.
  double pushback_jitter_ratio = defaults::kPushbackJitterRatio;
  // The maximum wait that a server can request. Baton shortens longer waits to
  // it. Positive, finite.
  absl::Duration max_pushback = defaults::kMaxPushback;
  // The maximum time that a call waits for a connection, if its attempts find
  // none. Calls with wait_for_ready set to false do not wait. Finite. Zero: no
  // call waits.
  absl::Duration max_connection_wait = defaults::kMaxConnectionWait;
  // The maximum time between the start of a call and the start of a retry. It
  // also limits the retries of a call without a deadline. Positive, finite.
  absl::Duration max_retry_time = defaults::kMaxRetryTime;
  // The largest request of a unary call, in bytes, that Baton keeps for later
  // attempts. 0 to 1 GiB. A larger request is sent only once. All kept requests
  // and the replay buffers of streams also share `process_replay.max_bytes`.
  // There, requests of up to 4096 bytes do not count.
  int max_replay_bytes = defaults::kRequestBytesPerCall;

  // Returns the options for failures of this class. Returns nullptr if the
  // class has none, so that the other members apply.
  const ClassRetryOptions* OfClass(OutcomeClass outcome_class) const {
    if (outcome_class == OutcomeClass::kThrottled) return &throttled;
    if (outcome_class == OutcomeClass::kContention) return &contention;
    return nullptr;
  }
};

}  // namespace baton

#endif  // BATON_POLICY_RETRY_OPTIONS_H_
