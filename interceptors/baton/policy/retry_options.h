// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_RETRY_OPTIONS_H_
#define BATON_POLICY_RETRY_OPTIONS_H_

#include "absl/time/time.h"
#include "baton/policy/backoff_options.h"
#include "baton/policy/defaults.h"
#include "baton/policy/owner.h"
#include "baton/status_classifier.h"

namespace baton {

// The retry settings of one method.
struct RetryOptions {
  // Attempts of one call, including the first. 1 to 5. 1: no retries.
  int max_attempts = defaults::kMaxAttempts;
  // Extra attempts that a call of this method may cause, here and in its
  // callees, if it belongs to no request with its own grant. 0 to 4. 0: no
  // retries.
  int edge_grant = defaults::kEdgeGrant;
  // The owner of the grant: this service, the one nearest to the failure, or
  // both.
  Owner owner;
  // The failures after which another attempt might succeed.
  ClassifierOptions classifier;
  // The waits before retries.
  BackoffOptions backoff;
  // The waits before retries after a sign of overload.
  BackoffOptions throttled_backoff = BackoffOptions::Throttled();
  // The jitter of a wait that a server requests, as a ratio: the wait becomes
  // longer by up to this. 0 to 1. 0: no jitter.
  double pushback_jitter_ratio = defaults::kPushbackJitterRatio;
  // The maximum of a wait that a server requests. Positive, finite.
  absl::Duration max_pushback = defaults::kMaxPushback;
  // How long a call whose attempts find no connection waits for one. Calls with
  // wait_for_ready set to false do not wait. Finite. Zero: all calls fail fast.
  absl::Duration max_connection_wait = defaults::kMaxConnectionWait;
  // No retry starts later than this after the start of the call. This bounds
  // calls without a deadline. Positive, finite.
  absl::Duration max_retry_time = defaults::kMaxRetryTime;
};

}  // namespace baton

#endif  // BATON_POLICY_RETRY_OPTIONS_H_
