// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CLOCK_H_
#define BATON_CLOCK_H_

#include "baton/base/export.h"

#include "baton/monotonic_time.h"

namespace BATON_EXPORT baton {

// The source of time. The code in baton/core never reads a clock. Its callers
// pass the current time to each decision.
//
// In production, Baton uses RealClock() of real_clock.h, which reads the steady
// clock of the machine. In a test:
//
//   FakeClock clock;
//   clock.Advance(absl::Milliseconds(30));
//
// Implementations are thread-safe, and `Now()` never goes backwards.
class Clock {
 public:
  virtual ~Clock() = default;
  // Returns the current time.
  virtual MonotonicTime Now() const = 0;
};

}  // namespace baton

#endif  // BATON_CLOCK_H_
