// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/real_clock.h"

#include "absl/time/time.h"
#include "grpc/support/time.h"

namespace baton {
namespace {

class GprClock final : public Clock {
 public:
  MonotonicTime Now() const override {
    const gpr_timespec now = gpr_now(GPR_CLOCK_MONOTONIC);
    return MonotonicTime::FromNanos(now.tv_sec * 1'000'000'000 + now.tv_nsec);
  }
};

}  // namespace

const Clock& RealClock() {
  // Never destroyed: timers and calls may outlive static destructors.
  static const GprClock& clock = *new GprClock;
  return clock;
}

std::chrono::system_clock::time_point SystemNow() {
  return std::chrono::system_clock::now();
}

}  // namespace baton
