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

// How the calls of one method are retried.
struct RetryOptions {
  // Attempts of one call, the first included. 1 to 5; 1: no retries.
  int max_attempts = defaults::kMaxAttempts;
  // What a call of this method may cost in extra attempts, here and below,
  // when no request with a grant of its own is being served. 0 to 4.
  int edge_grant = defaults::kEdgeGrant;
  // Who spends the grant: this layer, the one nearest to the failure, or both.
  Owner owner;
  ClassifierOptions classifier;
  BackoffOptions backoff;
  BackoffOptions throttled_backoff = BackoffOptions::Throttled();
  // A wait that a server asks for is stretched by up to this, 0 to 1.
  double pushback_jitter_ratio = defaults::kPushbackJitterRatio;
  // A longer wait is cut to this. Positive, finite.
  absl::Duration max_pushback = defaults::kMaxPushback;
  // How long a call whose attempts find no connection waits for one, if nobody
  // said otherwise of it (wait_for_ready). Finite; zero: it fails fast.
  absl::Duration max_connection_wait = defaults::kMaxConnectionWait;
  // No retry starts later than this after the call began, which bounds calls
  // that have no deadline. Positive, finite.
  absl::Duration max_retry_time = defaults::kMaxRetryTime;
};

}  // namespace baton

#endif  // BATON_POLICY_RETRY_OPTIONS_H_
