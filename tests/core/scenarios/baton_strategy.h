// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_SCENARIOS_BATON_STRATEGY_H_
#define BATON_TESTS_CORE_SCENARIOS_BATON_STRATEGY_H_

#include <memory>

#include "baton/core/policy/random.h"
#include "baton/monotonic_time.h"
#include "baton/policy/policy.h"
#include "tests/core/scenarios/retry_strategy.h"

namespace baton::weather {

// One layer with Baton: the decisions of core, wired together as the client
// engine and the server half do it, for one method and one target. `policy`
// and `random` must outlive it.
std::unique_ptr<RetryStrategy> BatonRetries(const Policy& policy,
                                            core::UniformSource& random,
                                            MonotonicTime now);

}  // namespace baton::weather

#endif  // BATON_TESTS_CORE_SCENARIOS_BATON_STRATEGY_H_
