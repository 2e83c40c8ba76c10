// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DEADLINE_H_
#define BATON_CORE_DEADLINE_H_

#include "absl/time/time.h"
#include "baton/core/monotonic_time.h"

namespace baton::core {

// The latest time at which work may end, or no deadline. A value.
//
//   Deadline deadline = Deadline::After(clock.Now(), absl::Seconds(1));
//   if (!deadline.Fits(clock.Now(), delay + useful)) return Stop(kDeadline);
class Deadline {
 public:
  // Returns no deadline. `Deadline()` is the same.
  static Deadline None() { return Deadline(); }
  static Deadline At(MonotonicTime time) { return Deadline(time); }
  // Returns the deadline `timeout` after `now`. A negative timeout gives a
  // deadline that has already passed. An infinite one gives no deadline.
  static Deadline After(MonotonicTime now, absl::Duration timeout) {
    return Deadline(now + timeout);
  }
  static Deadline Earlier(Deadline a, Deadline b) {
    return a.time_ < b.time_ ? a : b;
  }

  Deadline() = default;

  bool IsNone() const { return time_ == MonotonicTime::InfiniteFuture(); }
  // Returns InfiniteFuture() if there is no deadline.
  MonotonicTime time() const { return time_; }

  // Returns the time left. Never negative. Infinite without a deadline.
  absl::Duration Remaining(MonotonicTime now) const;

  bool HasPassed(MonotonicTime now) const { return now >= time_; }

  // Returns whether work of `duration` ends before the deadline. Work that ends
  // exactly at the deadline does not fit: its response would arrive too late.
  bool Fits(MonotonicTime now, absl::Duration duration) const {
    return now + duration < time_;
  }

  // Returns the deadline of one attempt that may take at most `limit`.
  Deadline ForAttempt(MonotonicTime now, absl::Duration limit) const {
    return Earlier(*this, After(now, limit));
  }

  friend bool operator==(Deadline a, Deadline b) { return a.time_ == b.time_; }
  friend bool operator!=(Deadline a, Deadline b) { return !(a == b); }

 private:
  explicit Deadline(MonotonicTime time) : time_(time) {}

  MonotonicTime time_ = MonotonicTime::InfiniteFuture();
};

}  // namespace baton::core

#endif  // BATON_CORE_DEADLINE_H_
