// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_BACKOFF_H_
#define BATON_CORE_POLICY_BACKOFF_H_

#include "absl/time/time.h"
#include "baton/core/policy/random.h"
#include "baton/policy/backoff_options.h"
#include "baton/policy/defaults.h"

namespace baton::core {

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

#endif  // BATON_CORE_POLICY_BACKOFF_H_
