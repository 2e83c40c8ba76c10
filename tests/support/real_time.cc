// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/real_time.h"

namespace baton {
namespace {

using ::std::chrono::steady_clock;
using ::std::chrono::system_clock;

}  // namespace

system_clock::time_point FromNow(absl::Duration duration) {
  return system_clock::now() + absl::ToChronoMicroseconds(duration);
}

absl::Duration TimeLeft(system_clock::time_point deadline) {
  if (deadline == system_clock::time_point::max()) {
    return absl::InfiniteDuration();
  }
  return absl::FromChrono(deadline - system_clock::now());
}

Stopwatch::Stopwatch() : start_(steady_clock::now()) {}

absl::Duration Stopwatch::Elapsed() const {
  return absl::FromChrono(steady_clock::now() - start_);
}

}  // namespace baton
