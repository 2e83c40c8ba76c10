// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_REAL_CLOCK_H_
#define BATON_REAL_CLOCK_H_

#include <chrono>

#include "baton/clock.h"

namespace baton {

// The steady clock of the machine, read the way gRPC reads it for its own
// deadlines: its origin is that of gRPC's GPR_CLOCK_MONOTONIC, so that a
// deadline goes from one to the other unchanged (see convert.h).
//
// With SystemNow(), the only place that reads a clock. Lives for ever.
const Clock& RealClock();

// The wall clock: only to learn how far away somebody else's wall clock
// deadline is.
std::chrono::system_clock::time_point SystemNow();

}  // namespace baton

#endif  // BATON_REAL_CLOCK_H_
