// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_E2E_STOP_MACHINE_TIME_H_
#define BATON_TESTS_E2E_STOP_MACHINE_TIME_H_

#include <cstdint>

namespace baton::e2e {

// Nanoseconds of the machine's monotonic clock, the same in all processes.
using Nanos = int64_t;
inline constexpr Nanos kMillisecond = 1'000'000;
inline constexpr Nanos kSecond = 1000 * kMillisecond;

Nanos Now();
// Returns the milliseconds until `time`. Negative if it has passed.
double MillisecondsUntil(Nanos time);

}  // namespace baton::e2e

#endif  // BATON_TESTS_E2E_STOP_MACHINE_TIME_H_
