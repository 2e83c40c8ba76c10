// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_REAL_TIME_H_
#define BATON_TESTS_SUPPORT_REAL_TIME_H_

#include <chrono>

#include "absl/time/time.h"

namespace baton {

// gRPC's own clocks, for tests that use real gRPC calls.

// Returns a deadline for a ClientContext.
std::chrono::system_clock::time_point FromNow(absl::Duration duration);

// Returns the time to a context's deadline. Infinite without a deadline.
absl::Duration TimeLeft(std::chrono::system_clock::time_point deadline);

// Measures a duration.
class Stopwatch {
 public:
  Stopwatch();

  absl::Duration Elapsed() const;

 private:
  std::chrono::steady_clock::time_point start_;
};

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_REAL_TIME_H_
