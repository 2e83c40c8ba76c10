// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_BACKOFF_H_
#define BATON_CORE_BACKOFF_H_

#include "absl/time/time.h"
#include "baton/core/defaults.h"
#include "baton/core/random.h"

namespace baton::core {

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

// Returns the ceiling of the `retry`-th wait. 1 is the wait before the second
// attempt.
absl::Duration BackoffCeiling(const BackoffOptions& options, int retry);

// Draws a wait uniformly from zero to the ceiling ("full jitter"). Of the usual
// kinds of jitter, this one best spreads clients that failed together.
absl::Duration DrawBackoff(const BackoffOptions& options, int retry,
                           UniformSource& random);

// Returns the wait for a delay that a server requested. The wait is never
// shorter than `demanded`, and up to `jitter_ratio` longer. Clients with the
// same delay thus return at different moments.
absl::Duration DrawDemandedWait(absl::Duration demanded, double jitter_ratio,
                                UniformSource& random);

}  // namespace baton::core

#endif  // BATON_CORE_BACKOFF_H_
