// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_REAL_CLOCK_H_
#define BATON_REAL_CLOCK_H_

#include <chrono>

#include "baton/clock.h"

namespace baton {

// The steady clock of the machine. It has the same origin as gRPC's
// GPR_CLOCK_MONOTONIC, so a deadline converts between the two unchanged (see
// convert.h). Baton reads time only here and in SystemNow().
//
// Never destroyed. Any thread may use it.
const Clock& RealClock();

// Returns the time of the wall clock. Used only to find out how much time is
// left until a deadline that the application or gRPC set on the wall clock.
std::chrono::system_clock::time_point SystemNow();

}  // namespace baton

#endif  // BATON_REAL_CLOCK_H_
