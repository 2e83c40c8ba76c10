// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/e2e/stop/machine_time.h"

#include <chrono>

namespace baton::e2e {

Nanos Now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

double MillisecondsUntil(Nanos time) {
  return static_cast<double>(time - Now()) / kMillisecond;
}

}  // namespace baton::e2e
