// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_SCENARIOS_BATON_STRATEGY_H_
#define BATON_TESTS_CORE_SCENARIOS_BATON_STRATEGY_H_

#include <memory>

#include "baton/core/policy/random.h"
#include "baton/monotonic_time.h"
#include "baton/policy/policy.h"
#include "tests/core/scenarios/retry_strategy.h"

namespace baton::scenarios {

// Returns one layer with Baton, for one method and one target. It connects the
// decisions of core like the client and server interceptors do. `policy` and
// `random` must outlive the layer.
//
// Starts no second attempts beside late ones: no attempt is overtaken here. The
// store serves all requests in the order of their arrival, each layer has one
// callee, and only the first layer retries. The store also keeps cancelled
// work. tests/core/late_attempts simulates targets with several servers.
std::unique_ptr<RetryStrategy> BatonRetries(const Policy& policy,
                                            core::UniformSource& random,
                                            MonotonicTime now);

}  // namespace baton::scenarios

#endif  // BATON_TESTS_CORE_SCENARIOS_BATON_STRATEGY_H_
