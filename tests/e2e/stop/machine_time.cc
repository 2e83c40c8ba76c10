// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/e2e/stop/machine_time.h"

#include <algorithm>
#include <chrono>

#include "grpc/support/time.h"

namespace baton::e2e {

Nanos Now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void SleepUntil(Nanos time) {
  gpr_sleep_until(gpr_time_add(
      gpr_now(GPR_CLOCK_MONOTONIC),
      gpr_time_from_nanos(std::max<Nanos>(0, time - Now()), GPR_TIMESPAN)));
}

}  // namespace baton::e2e
