// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_BACKOFF_H_
#define BATON_CORE_POLICY_BACKOFF_H_

#include "absl/time/time.h"
#include "baton/core/policy/random.h"
#include "baton/policy/backoff_options.h"
#include "baton/policy/defaults.h"

namespace baton::core {

// Returns the ceiling of a wait: the value of the curve. `retry` is
// the number of the wait. The wait before the second attempt has number 1. If
// `initial` is zero, the first wait is zero, and the second has the default
// ceiling of a first wait.
absl::Duration BackoffCeiling(const BackoffOptions& options, int retry);

// Returns a random wait in the range that `jitter` sets.
absl::Duration DrawBackoff(const BackoffOptions& options, int retry,
                           UniformSource& random);

// Returns the wait for a delay that a server requested. The wait is at least
// `demanded`. The random part makes it longer by up to `jitter_ratio` of
// `demanded`. Clients that received the same delay therefore retry at different
// times.
absl::Duration DrawDemandedWait(absl::Duration demanded, double jitter_ratio,
                                UniformSource& random);

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_BACKOFF_H_
