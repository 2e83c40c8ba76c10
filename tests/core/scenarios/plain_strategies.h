// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_SCENARIOS_PLAIN_STRATEGIES_H_
#define BATON_TESTS_CORE_SCENARIOS_PLAIN_STRATEGIES_H_

#include <memory>
#include <string>

#include "baton/core/policy/random.h"
#include "tests/core/scenarios/retry_strategy.h"

namespace baton::scenarios {

// The strategies that Baton is compared with. All of them retry UNAVAILABLE,
// with the same backoff and number of attempts as Baton's defaults.

// Makes one attempt and no retries.
std::unique_ptr<RetryStrategy> NoRetries();

// The common hand-written loop: a number of attempts, each with its fraction of
// the deadline. Nothing limits them over calls or layers.
std::unique_ptr<RetryStrategy> PlainLoop(int max_attempts,
                                         core::UniformSource& random);

// gRPC's own retries with its throttle (gRFC A6). A failure takes a token, a
// success adds `token_ratio`, and retries need more than half of the tokens.
// There is no per-attempt timeout.
std::unique_ptr<RetryStrategy> ThrottledRetries(int max_attempts,
                                                double max_tokens,
                                                double token_ratio,
                                                core::UniformSource& random);

}  // namespace baton::scenarios

#endif  // BATON_TESTS_CORE_SCENARIOS_PLAIN_STRATEGIES_H_
