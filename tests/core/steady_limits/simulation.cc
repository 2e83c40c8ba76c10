// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/steady_limits/simulation.h"

#include <algorithm>
#include <cmath>

#include "baton/core/limits/method_latency.h"
#include "baton/monotonic_time.h"
#include "tests/core/late_attempts/draws.h"

namespace baton::steady_limits {
namespace {

constexpr double kMedianMs = 10;
constexpr double kSigma = 0.5;

// Returns a number of the standard normal distribution.
double Normal(core::UniformSource& uniform) {
  const double u = 1 - uniform.Next();
  return std::sqrt(-2 * std::log(u)) *
         std::cos(2 * 3.141592653589793 * uniform.Next());
}

// Returns a course whose latency is higher by `factor` in the first `high` of
// each `period`.
Course Alternating(const char* name, double factor, absl::Duration high,
                   absl::Duration period) {
  Course course;
  course.name = name;
  course.factor = [=](absl::Duration time) {
    return absl::Floor(time, period) + high > time ? factor : 1.0;
  };
  return course;
}

Course Step(const char* name, double before, double after) {
  Course course;
  course.name = name;
  course.factor = [=](absl::Duration time) {
    return time < absl::Seconds(kChangeSecond) ? before : after;
  };
  return course;
}

std::vector<double> Part(const std::vector<Sample>& samples,
                         double Sample::*member) {
  std::vector<double> values;
  for (std::size_t i = kSkippedSeconds; i < samples.size(); ++i) {
    if (samples[i].p99 > 0) values.push_back(samples[i].*member);
  }
  return values;
}

}  // namespace

std::vector<Sample> Measure(const Course& course) {
  core::MethodLatency latency;
  late_attempts::Draws uniform(1);
  std::vector<Sample> samples;
  const absl::Duration interval = absl::Seconds(1 / course.calls_per_second);
  const MonotonicTime start = MonotonicTime() + absl::Hours(1);
  for (absl::Duration time; time < course.lasts; time += interval) {
    const MonotonicTime now = start + time;
    const double factor = course.factor ? course.factor(time) : 1;
    if (factor > 0) {
      const double ms = kMedianMs * factor * std::exp(kSigma * Normal(uniform));
      latency.Record(absl::Milliseconds(ms), now, 0);
      latency.Summary(now);
    }
    if (time < absl::Seconds(samples.size())) continue;
    Sample sample;
    sample.p99 = absl::ToDoubleMilliseconds(
        latency.Percentile(0.99).value_or(absl::ZeroDuration()));
    sample.limit = absl::ToDoubleMilliseconds(latency.steady_p99());
    samples.push_back(sample);
  }
  return samples;
}

Changes ChangesOf(const std::vector<double>& values) {
  Changes changes;
  if (values.empty()) return changes;
  changes.lowest = *std::min_element(values.begin(), values.end());
  changes.highest = *std::max_element(values.begin(), values.end());
  constexpr double kMove = 1.2;
  double low = values.front();
  double high = values.front();
  int direction = 0;
  for (const double value : values) {
    low = std::min(low, value);
    high = std::max(high, value);
    if (direction != 1 && value >= low * kMove) {
      if (direction == -1) ++changes.turns;
      direction = 1;
      high = value;
    } else if (direction != -1 && value <= high / kMove) {
      if (direction == 1) ++changes.turns;
      direction = -1;
      low = value;
    }
    if (direction == 1) low = high;
    if (direction == -1) high = low;
  }
  return changes;
}

std::vector<double> PercentilesOf(const std::vector<Sample>& samples) {
  return Part(samples, &Sample::p99);
}
std::vector<double> LimitsOf(const std::vector<Sample>& samples) {
  return Part(samples, &Sample::limit);
}

std::vector<Course> RestlessCourses() {
  Course steady;
  steady.name = "constant";
  Course pauses;
  pauses.name = "no calls for 10 of 20 min";
  pauses.factor = [](absl::Duration time) {
    const absl::Duration in_period =
        time - absl::Floor(time, absl::Minutes(20));
    return in_period < absl::Minutes(10) ? 1.0 : 0.0;
  };
  return {
      steady,
      pauses,
      Alternating("5 times, 30 s of 1 min", 5, absl::Seconds(30),
                  absl::Minutes(1)),
      Alternating("5 times, 1 of 4 min", 5, absl::Minutes(1), absl::Minutes(4)),
      Alternating("5 times, 3 of 6 min", 5, absl::Minutes(3), absl::Minutes(6)),
      Alternating("20 times, 1 s of 1 min", 20, absl::Seconds(1),
                  absl::Minutes(1)),
      Alternating("20 times, 5 s of 30 min", 20, absl::Seconds(5),
                  absl::Minutes(30)),
  };
}

Course Rise() { return Step("rise", 1, 5); }
Course Fall() { return Step("fall", 5, 1); }

}  // namespace baton::steady_limits
