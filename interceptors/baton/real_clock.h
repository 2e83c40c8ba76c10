// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_REAL_CLOCK_H_
#define BATON_REAL_CLOCK_H_

#include "baton/base/export.h"

#include <chrono>

#include "baton/clock.h"

namespace BATON_EXPORT baton {

// The steady clock of the machine. It has the same origin as gRPC's
// GPR_CLOCK_MONOTONIC. convert.h can therefore convert a deadline between the
// two clocks without a correction. Baton reads time only here and in
// SystemNow().
//
// The clock is never destroyed. Any thread may use it.
const Clock& RealClock();

// Returns the time of the wall clock. Baton uses it only for deadlines that the
// application or gRPC set on the wall clock, to compute how much time is left.
std::chrono::system_clock::time_point SystemNow();

}  // namespace baton

#endif  // BATON_REAL_CLOCK_H_
