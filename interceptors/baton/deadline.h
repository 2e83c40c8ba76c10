// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_DEADLINE_H_
#define BATON_DEADLINE_H_

#include "baton/base/export.h"

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/monotonic_time.h"

namespace BATON_EXPORT baton {

// The latest time at which work may end, or no deadline. A value.
//
//   Deadline deadline = Deadline::After(clock.Now(), absl::Seconds(1));
//   if (!deadline.Fits(clock.Now(), delay + useful)) return Stop(kDeadline);
class Deadline {
 public:
  // Returns no deadline. `Deadline()` is the same.
  static Deadline None() { return Deadline(); }
  // Returns the deadline at `time`.
  static Deadline At(MonotonicTime time) { return Deadline(time); }
  // Returns the deadline `timeout` after `now`. With a negative timeout, the
  // deadline has already passed. With an infinite timeout, there is no
  // deadline.
  static Deadline After(MonotonicTime now, absl::Duration timeout) {
    return Deadline(now + timeout);
  }
  // Returns the earlier of two deadlines. If one of them is no deadline,
  // returns the other.
  static Deadline Earlier(Deadline a, Deadline b) {
    return a.time_ < b.time_ ? a : b;
  }

  Deadline() = default;

  // Returns whether there is no deadline.
  bool IsNone() const { return time_ == MonotonicTime::InfiniteFuture(); }
  // Returns InfiniteFuture() if there is no deadline.
  MonotonicTime time() const { return time_; }

  // Returns the time left. Never negative. Infinite without a deadline.
  absl::Duration Remaining(MonotonicTime now) const;

  // Returns whether `now` is at or after the deadline.
  bool HasPassed(MonotonicTime now) const { return now >= time_; }

  // Returns whether work of `duration` ends before the deadline. Work that ends
  // exactly at the deadline does not fit, because its response would arrive too
  // late.
  bool Fits(MonotonicTime now, absl::Duration duration) const {
    return now + duration < time_;
  }

  friend bool operator==(Deadline a, Deadline b) { return a.time_ == b.time_; }
  friend bool operator!=(Deadline a, Deadline b) { return !(a == b); }

 private:
  explicit Deadline(MonotonicTime time) : time_(time) {}

  MonotonicTime time_ = MonotonicTime::InfiniteFuture();
};

// The source of a call's deadline.
enum class DeadlineSource {
  kNone,       // no deadline
  kCall,       // set by the application
  kInherited,  // from the request that this call is part of
  kDefault,    // from the policy, because the call had no deadline
  kMaximum,    // the policy's maximum, which was earlier
};

// The deadline of one call, after its policy has been applied. A value.
struct EffectiveDeadline {
  // The deadline that applies to the call, or no deadline.
  Deadline deadline;
  // The source of `deadline`.
  DeadlineSource source = DeadlineSource::kNone;
  // Whether the call had no deadline, neither its own nor an inherited one.
  bool missing = false;
  // Whether the deadline was later than the policy allows.
  bool capped = false;
  // Whether the call must fail at once, because it has no deadline and the
  // policy requires one.
  bool rejected = false;
};

// Returns "none", "call", "inherited", "default" or "maximum".
absl::string_view ToString(DeadlineSource source);

}  // namespace baton

#endif  // BATON_DEADLINE_H_
