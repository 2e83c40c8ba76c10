// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_MONOTONIC_TIME_H_
#define BATON_MONOTONIC_TIME_H_

#include "absl/time/time.h"

namespace baton {

// A point on a clock that never jumps. It is a type of its own, rather than
// `absl::Time`, so that no deadline can ever be compared with wall time: wall
// clocks are stepped by NTP and by operators, and a step must not end a call.
//
// The origin is whatever the clock behind it says; only differences and order
// mean anything. Value type, as cheap to copy as a duration.
class MonotonicTime {
 public:
  // The clock's origin.
  constexpr MonotonicTime() = default;

  static constexpr MonotonicTime FromOrigin(absl::Duration since_origin) {
    return MonotonicTime(since_origin);
  }
  static constexpr MonotonicTime InfiniteFuture() {
    return MonotonicTime(absl::InfiniteDuration());
  }

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
