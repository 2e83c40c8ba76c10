// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_BACKOFF_OPTIONS_H_
#define BATON_POLICY_BACKOFF_OPTIONS_H_

#include "absl/time/time.h"
#include "baton/policy/defaults.h"

namespace baton {

// A curve of waits between attempts.
struct BackoffOptions {
  // The ceiling of the first wait. Positive.
  absl::Duration initial = defaults::kBackoffInitial;
  // The ceiling of any wait. Finite, not below `initial`.
  absl::Duration max = defaults::kBackoffMax;
  // What each further ceiling is multiplied by. 1 (constant) to 10.
  double multiplier = defaults::kBackoffMultiplier;

  // The slower curve for targets that say they are overloaded.
  static BackoffOptions Throttled();
};

}  // namespace baton

#endif  // BATON_POLICY_BACKOFF_OPTIONS_H_
