// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_BACKOFF_OPTIONS_H_
#define BATON_POLICY_BACKOFF_OPTIONS_H_

#include "baton/base/export.h"

#include "absl/time/time.h"
#include "baton/policy/defaults.h"

namespace BATON_EXPORT baton {

// The range of a random wait. The ceiling is the value of the backoff curve.
enum class Jitter {
  kFull,                // from zero to the ceiling
  kEqual,               // from half of the ceiling to the ceiling
  kPlusMinus20Percent,  // from 80 % to 120 % of the ceiling
};

// The waits between attempts, as an exponential curve. Each wait is a random
// duration, and `jitter` sets its range. The ceiling grows with each retry.
struct BackoffOptions {
  // The ceiling of the first wait. Finite, not negative. Zero: the first retry
  // starts immediately, and the waits after it grow from the default of this
  // option. The options of a class of failures do not allow zero.
  absl::Duration initial = defaults::kBackoffInitial;
  // The maximum of the ceiling. Finite, at least `initial`.
  absl::Duration max = defaults::kBackoffMax;
  // The factor between two successive ceilings. 1 to 10. 1: the ceiling does
  // not grow.
  double multiplier = defaults::kBackoffMultiplier;
  // The range of each wait. Full jitter best spreads the retries of clients
  // that failed at the same time.
  Jitter jitter = Jitter::kFull;
};

}  // namespace baton

#endif  // BATON_POLICY_BACKOFF_OPTIONS_H_
