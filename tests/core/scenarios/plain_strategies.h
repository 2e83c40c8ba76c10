// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_SCENARIOS_PLAIN_STRATEGIES_H_
#define BATON_TESTS_CORE_SCENARIOS_PLAIN_STRATEGIES_H_

#include <memory>
#include <string>

#include "baton/core/policy/random.h"
#include "tests/core/scenarios/retry_strategy.h"

namespace baton::weather {

// What Baton is compared with. All of them retry UNAVAILABLE, with the same
// backoff and the same number of attempts as Baton's defaults.

// One attempt and no more.
std::unique_ptr<RetryStrategy> NoRetries();

// The loop that everybody writes: so many attempts, each with its share of the
// deadline, and nothing that limits them over calls or layers.
std::unique_ptr<RetryStrategy> PlainLoop(int max_attempts,
                                         core::UniformSource& random);

// gRPC's own retries with its throttle (gRFC A6): a failure takes a token, a
// success gives back `token_ratio`, and there are retries while more than half
// of the tokens are left. It has no limit for an attempt.
std::unique_ptr<RetryStrategy> ThrottledRetries(int max_attempts,
                                                double max_tokens,
                                                double token_ratio,
                                                core::UniformSource& random);

}  // namespace baton::weather

#endif  // BATON_TESTS_CORE_SCENARIOS_PLAIN_STRATEGIES_H_
