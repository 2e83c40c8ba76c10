// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_STEADY_LIMITS_SIMULATION_H_
#define BATON_TESTS_CORE_STEADY_LIMITS_SIMULATION_H_

#include <functional>
#include <vector>

#include "absl/time/time.h"

namespace baton::steady_limits {

// The latency of a method over time. Without a factor, the latency has a
// lognormal distribution with a median of 10 ms and a p99 of about 32 ms.
struct Course {
  const char* name = "";
  // Returns the factor of the latency at this time. Not called if null.
  std::function<double(absl::Duration time)> factor;
  absl::Duration lasts = absl::Hours(3);
  double calls_per_second = 20;
};

// The measurements of one second, in milliseconds.
struct Sample {
  // The p99 of the latest seconds. Hedge delays come from such percentiles.
  double p99 = 0;
  // The p99 with hysteresis. Limits come from it.
  double limit = 0;
};

// Returns one sample for each second of the course. Zero: too few calls.
std::vector<Sample> Measure(const Course& course);

// The changes of a series of values.
struct Changes {
  double lowest = 0;
  double highest = 0;
  // The changes of direction, if the values have moved by at least a fifth
  // since the last one.
  int turns = 0;
};
Changes ChangesOf(const std::vector<double>& values);

// The measurements of `course`, without the first minutes.
std::vector<double> PercentilesOf(const std::vector<Sample>& samples);
std::vector<double> LimitsOf(const std::vector<Sample>& samples);
inline constexpr int kSkippedSeconds = 600;

// Courses that must not move the limit up and down.
std::vector<Course> RestlessCourses();
// Latency that rises to five times its value after an hour, and the opposite.
Course Rise();
Course Fall();
inline constexpr int kChangeSecond = 3600;

}  // namespace baton::steady_limits

#endif  // BATON_TESTS_CORE_STEADY_LIMITS_SIMULATION_H_
