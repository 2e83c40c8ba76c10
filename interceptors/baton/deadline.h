// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_DEADLINE_H_
#define BATON_DEADLINE_H_

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/monotonic_time.h"

namespace baton {

// The moment by which something has to be over, or none. Value type.
//
//   Deadline deadline = Deadline::After(clock.Now(), absl::Seconds(1));
//   if (!deadline.Fits(clock.Now(), delay + useful)) return Stop(kDeadline);
class Deadline {
 public:
  // No deadline. `Deadline()` is the same.
  static Deadline None() { return Deadline(); }
  static Deadline At(MonotonicTime time) { return Deadline(time); }
  // `timeout` after `now`. A negative timeout is one that has passed already;
  // an infinite one is no deadline.
  static Deadline After(MonotonicTime now, absl::Duration timeout) {
    return Deadline(now + timeout);
  }
  static Deadline Earlier(Deadline a, Deadline b) {
    return a.time_ < b.time_ ? a : b;
  }

  Deadline() = default;

  bool IsNone() const { return time_ == MonotonicTime::InfiniteFuture(); }
  // Infinitely far away when there is none.
  MonotonicTime time() const { return time_; }

  // What is left of it: never negative, infinite when there is none.
  absl::Duration Remaining(MonotonicTime now) const;

  bool HasPassed(MonotonicTime now) const { return now >= time_; }

  // Would work that takes `duration` be over before the deadline? Work that
  // ends exactly on it does not fit: its answer would arrive too late.
  bool Fits(MonotonicTime now, absl::Duration duration) const {
    return now + duration < time_;
  }

  // The deadline of one attempt that may take `limit` and no more than this.
  Deadline ForAttempt(MonotonicTime now, absl::Duration limit) const {
    return Earlier(*this, After(now, limit));
  }

  friend bool operator==(Deadline a, Deadline b) { return a.time_ == b.time_; }
  friend bool operator!=(Deadline a, Deadline b) { return !(a == b); }

 private:
  explicit Deadline(MonotonicTime time) : time_(time) {}

  MonotonicTime time_ = MonotonicTime::InfiniteFuture();
};

// Where the deadline that a call ended up with came from.
enum class DeadlineSource {
  kNone,       // there is none
  kCall,       // the application set it
  kInherited,  // the request that this call is part of
  kDefault,    // the policy, since nobody set one
  kMaximum,    // the policy's maximum was shorter
};

struct EffectiveDeadline {
  Deadline deadline;
  DeadlineSource source = DeadlineSource::kNone;
  // The call came without one of its own or inherited.
  bool missing = false;
  // It was longer than the policy allows.
  bool capped = false;
  // The call must fail at once: it has none and the policy wants one.
  bool rejected = false;
};

// "none", "call", "inherited", "default", "maximum".
absl::string_view ToString(DeadlineSource source);

}  // namespace baton

#endif  // BATON_DEADLINE_H_
