// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_MONOTONIC_TIME_H_
#define BATON_MONOTONIC_TIME_H_

#include "absl/time/time.h"

namespace baton {

// A point on a clock that never jumps. NTP and operators can change a wall
// clock in a single step, and such a step must not end a call. The type
// therefore differs from `absl::Time`. No code can compare a deadline with
// wall-clock time by mistake.
//
// Each clock has its own origin, so only differences and order of times have a
// meaning. A value. Copying it costs as little as copying a duration.
class MonotonicTime {
 public:
  // Creates the origin of the clock.
  constexpr MonotonicTime() = default;

  // Returns the time `since_origin` after the origin of the clock.
  static constexpr MonotonicTime FromOrigin(absl::Duration since_origin) {
    return MonotonicTime(since_origin);
  }
  // Returns a time that is later than any other time.
  static constexpr MonotonicTime InfiniteFuture() {
    return MonotonicTime(absl::InfiniteDuration());
  }

  // Returns the time since the origin of the clock.
  constexpr absl::Duration since_origin() const { return since_origin_; }

  friend MonotonicTime operator+(MonotonicTime t, absl::Duration d) {
    return MonotonicTime(t.since_origin_ + d);
  }
  friend MonotonicTime operator-(MonotonicTime t, absl::Duration d) {
    return MonotonicTime(t.since_origin_ - d);
  }
  friend absl::Duration operator-(MonotonicTime a, MonotonicTime b) {
    return a.since_origin_ - b.since_origin_;
  }
  friend bool operator==(MonotonicTime a, MonotonicTime b) {
    return a.since_origin_ == b.since_origin_;
  }
  friend bool operator!=(MonotonicTime a, MonotonicTime b) { return !(a == b); }
  friend bool operator<(MonotonicTime a, MonotonicTime b) {
    return a.since_origin_ < b.since_origin_;
  }
  friend bool operator>(MonotonicTime a, MonotonicTime b) { return b < a; }
  friend bool operator<=(MonotonicTime a, MonotonicTime b) { return !(b < a); }
  friend bool operator>=(MonotonicTime a, MonotonicTime b) { return !(a < b); }

 private:
  constexpr explicit MonotonicTime(absl::Duration since_origin)
      : since_origin_(since_origin) {}

  absl::Duration since_origin_;
};

}  // namespace baton

#endif  // BATON_MONOTONIC_TIME_H_
