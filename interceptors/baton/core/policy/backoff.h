// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_BACKOFF_H_
#define BATON_CORE_POLICY_BACKOFF_H_

#include "absl/time/time.h"
#include "baton/core/policy/random.h"
#include "baton/policy/backoff_options.h"
#include "baton/policy/defaults.h"

namespace baton::core {

// The ceiling of the `retry`-th wait; 1 is the wait before the second attempt.
absl::Duration BackoffCeiling(const BackoffOptions& options, int retry);

// A wait drawn evenly from zero to the ceiling ("full jitter"). Of the usual
// kinds of jitter this one spreads clients that failed together the furthest.
absl::Duration DrawBackoff(const BackoffOptions& options, int retry,
                           UniformSource& random);

// A wait that a server asked for: never shorter than it said, and up to
// `jitter_ratio` longer, so that the clients it told the same do not all come
// back at the same moment.
absl::Duration DrawDemandedWait(absl::Duration demanded, double jitter_ratio,
                                UniformSource& random);

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_BACKOFF_H_
