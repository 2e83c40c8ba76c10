// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_MONOTONIC_TIME_H_
#define BATON_MONOTONIC_TIME_H_

#include "baton/base/export.h"

#include <cstdint>
#include <limits>

#include "absl/time/time.h"

namespace BATON_EXPORT baton {

// A point on a clock that never jumps. NTP and operators can change a wall
// clock in a single step, and such a step must not end a call. The type
// therefore differs from `absl::Time`. No code can compare a deadline with
// wall-clock time by mistake.
//
// Each clock has its own origin, so only differences and order of times have a
// meaning. A value: a number of nanoseconds, which reaches 292 years from the
// origin. Later times are the infinite future. Arithmetic rounds durations to
// nanoseconds, towards zero.
class MonotonicTime {
 public:
  // Creates the origin of the clock.
  constexpr MonotonicTime() = default;

  // Returns the time `since_origin` after the origin of the clock.
  static MonotonicTime FromOrigin(absl::Duration since_origin) {
    return MonotonicTime(absl::ToInt64Nanoseconds(since_origin));
  }
  // Does the same with a number of nanoseconds.
  static constexpr MonotonicTime FromNanos(int64_t since_origin) {
    return MonotonicTime(since_origin);
  }
  // Returns a time that is later than any other time.
  static constexpr MonotonicTime InfiniteFuture() {
    return MonotonicTime(kInfinite);
  }

  // Returns the time since the origin of the clock.
  absl::Duration since_origin() const { return ToDuration(nanos_); }
  // Does the same in nanoseconds. InfiniteFuture() is the highest number.
  constexpr int64_t nanos() const { return nanos_; }

  friend MonotonicTime operator+(MonotonicTime t, absl::Duration d) {
    const int64_t nanos = absl::ToInt64Nanoseconds(d);
    int64_t sum = 0;
    if (!__builtin_add_overflow(t.nanos_, nanos, &sum)) return t.Moved(sum);
    return t.Moved(nanos > 0 ? kInfinite : kInfinitePast);
  }
  friend MonotonicTime operator-(MonotonicTime t, absl::Duration d) {
    const int64_t nanos = absl::ToInt64Nanoseconds(d);
    int64_t rest = 0;
    if (!__builtin_sub_overflow(t.nanos_, nanos, &rest)) return t.Moved(rest);
    return t.Moved(nanos > 0 ? kInfinitePast : kInfinite);
  }
  friend absl::Duration operator-(MonotonicTime a, MonotonicTime b) {
    if (a.nanos_ == kInfinite) return absl::InfiniteDuration();
    if (b.nanos_ == kInfinite) return -absl::InfiniteDuration();
    int64_t difference = 0;
    if (__builtin_sub_overflow(a.nanos_, b.nanos_, &difference)) {
      return a.since_origin() - b.since_origin();
    }
    return ToDuration(difference);
  }
  friend constexpr bool operator==(MonotonicTime a, MonotonicTime b) {
    return a.nanos_ == b.nanos_;
  }
  friend constexpr bool operator!=(MonotonicTime a, MonotonicTime b) {
    return a.nanos_ != b.nanos_;
  }
  friend constexpr bool operator<(MonotonicTime a, MonotonicTime b) {
    return a.nanos_ < b.nanos_;
  }
  friend constexpr bool operator>(MonotonicTime a, MonotonicTime b) {
    return a.nanos_ > b.nanos_;
  }
  friend constexpr bool operator<=(MonotonicTime a, MonotonicTime b) {
    return a.nanos_ <= b.nanos_;
  }
  friend constexpr bool operator>=(MonotonicTime a, MonotonicTime b) {
    return a.nanos_ >= b.nanos_;
  }

 private:
  static constexpr int64_t kInfinite = std::numeric_limits<int64_t>::max();
  static constexpr int64_t kInfinitePast = std::numeric_limits<int64_t>::min();

  constexpr explicit MonotonicTime(int64_t nanos) : nanos_(nanos) {}

  static absl::Duration ToDuration(int64_t nanos) {
    return nanos == kInfinite ? absl::InfiniteDuration()
                              : absl::Nanoseconds(nanos);
  }

  constexpr MonotonicTime Moved(int64_t nanos) const {
    return nanos_ == kInfinite ? *this : MonotonicTime(nanos);
  }

  int64_t nanos_ = 0;
};

}  // namespace baton

#endif  // BATON_MONOTONIC_TIME_H_
