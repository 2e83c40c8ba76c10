// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_STEADY_LIMIT_H_
#define BATON_CORE_LIMITS_STEADY_LIMIT_H_

#include <atomic>
#include <cstdint>

#include "absl/time/time.h"
#include "baton/monotonic_time.h"

namespace baton::core {

// A limit that follows a measured latency with hysteresis:
//
//   rise   if all measurements of one minute were higher. The limit then
//          follows them within a few minutes
//   fall   if all measurements of five minutes were lower. The limit then
//          follows them within tens of minutes
//   step   value() changes by at least a fifth, so that noise moves nothing
//
// A limit that is too low turns a small rise of latency into many late
// attempts. It therefore falls more slowly than it rises. A young limit knows
// little, so it follows faster: no time is longer than half of the limit's age.
// Time without measurements does not count.
//
//   limit.Follow(p99, now);  // a few times a second
//   limit.value();
//
// Constant memory. Thread-safe and lock-free. If two threads call Follow() at
// once, one of the two measurements may be lost.
class SteadyLimit {
 public:
  // The times for which all measurements must be higher or lower.
  static constexpr absl::Duration kHoldBeforeRise = absl::Minutes(1);
  static constexpr absl::Duration kHoldBeforeFall = absl::Minutes(5);
  // The time constants of a rise and of a fall: in this time, the limit moves
  // by 63 % of the difference, on a logarithmic scale.
  static constexpr absl::Duration kRise = absl::Minutes(1);
  static constexpr absl::Duration kFall = absl::Minutes(10);
  // A longer time between two measurements counts as this time.
  static constexpr absl::Duration kLongestGap = absl::Seconds(10);
  // The least ratio of two successive values.
  static constexpr double kStep = 1.2;

  // Moves the limit towards `measured`, which is positive. The first
  // measurement sets the limit.
  void Follow(absl::Duration measured, MonotonicTime now);

  // Returns the limit. Zero before the first measurement.
  absl::Duration value() const {
    return absl::Microseconds(value_us_.load(std::memory_order_relaxed));
  }

 private:
  // Returns the limit after `gap` seconds, without steps.
  double Moved(double level, double measured, double gap);

  // The published limit.
  std::atomic<int64_t> value_us_{0};
  // The limit without steps, in microseconds.
  std::atomic<double> level_us_{0};
  // The time with measurements, in seconds.
  std::atomic<double> age_{0};
  // Whether the latest measurement was higher than the limit (1), lower (-1) or
  // equal (0), and the age at which this began.
  std::atomic<int> side_{0};
  std::atomic<double> side_since_{0};
  std::atomic<int64_t> followed_at_ns_{0};
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_STEADY_LIMIT_H_
