// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_WEATHER_BATON_STRATEGY_H_
#define BATON_TESTS_CORE_WEATHER_BATON_STRATEGY_H_

#include <memory>

#include "baton/core/monotonic_time.h"
#include "baton/core/policy.h"
#include "baton/core/random.h"
#include "tests/core/weather/retry_strategy.h"

namespace baton::weather {

// Returns one layer with Baton, for one method and one target. It connects the
// decisions of core like the client and server interceptors do. `policy` and
// `random` must outlive the layer.
std::unique_ptr<RetryStrategy> BatonRetries(const core::Policy& policy,
                                            core::UniformSource& random,
                                            core::MonotonicTime now);

}  // namespace baton::weather

#endif  // BATON_TESTS_CORE_WEATHER_BATON_STRATEGY_H_
