// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_REAL_TIME_H_
#define BATON_TESTS_SUPPORT_REAL_TIME_H_

#include <chrono>

#include "absl/time/time.h"

namespace baton {

// The clocks that gRPC itself goes by, for tests of what runs on it.

// A deadline for a ClientContext.
std::chrono::system_clock::time_point FromNow(absl::Duration duration);

// What is left until a context's deadline; infinite for a context without one.
absl::Duration TimeLeft(std::chrono::system_clock::time_point deadline);

// Measures how long something took.
class Stopwatch {
 public:
  Stopwatch();

  absl::Duration Elapsed() const;

 private:
  std::chrono::steady_clock::time_point start_;
};

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_REAL_TIME_H_
