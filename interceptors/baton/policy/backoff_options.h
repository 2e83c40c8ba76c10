// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_BACKOFF_OPTIONS_H_
#define BATON_POLICY_BACKOFF_OPTIONS_H_

#include "absl/time/time.h"
#include "baton/policy/defaults.h"

namespace baton {

// An exponential curve of waits between attempts.
struct BackoffOptions {
  // The ceiling of the first wait. Positive and finite.
  absl::Duration initial = defaults::kBackoffInitial;
  // The ceiling of every wait. Finite, at least `initial`.
  absl::Duration max = defaults::kBackoffMax;
  // The factor from each ceiling to the next. 1 to 10. 1: constant.
  double multiplier = defaults::kBackoffMultiplier;

  // Returns the slower curve, for targets that report overload.
  static BackoffOptions Throttled();
};

}  // namespace baton

#endif  // BATON_POLICY_BACKOFF_OPTIONS_H_
