// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/backoff_options.h"

namespace baton {

BackoffOptions BackoffOptions::Throttled() {
  BackoffOptions options;
  options.initial = defaults::kThrottledBackoffInitial;
  options.max = defaults::kThrottledBackoffMax;
  options.multiplier = defaults::kThrottledBackoffMultiplier;
  return options;
}

}  // namespace baton
