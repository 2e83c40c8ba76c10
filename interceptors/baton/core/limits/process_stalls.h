// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_PROCESS_STALLS_H_
#define BATON_CORE_LIMITS_PROCESS_STALLS_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "baton/mutex.h"

namespace baton::core {

// Remembers when this process did not run what was due: its timers and
// callbacks were late, because the process was stopped or got no processor
// time. A call that was in flight then was slow because of its client, not
// because of its server.
//
// One per process. Thread-safe. As long as there is no stall, Within() reads
// one atomic variable.
class ProcessStalls {
 public:
  // A shorter delay is no stall.
  static constexpr absl::Duration kShortest = absl::Milliseconds(20);
  // Longest() looks back for at least this time, and at most for twice of it.
  static constexpr absl::Duration kWindow = absl::Minutes(1);

  // Records that something ran at `ran` that was due at `due`. Ignores a delay
  // below kShortest.
  void Note(MonotonicTime due, MonotonicTime ran);

  // Returns the part of a period in which the process stalled. Zero: it did
  // not, or the stall is older than the latest kRemembered stalls.
  absl::Duration Within(MonotonicTime from, MonotonicTime to) const;
  // Does the same if something is due at `due` that has not run yet. If `due`
  // has passed, the process has stalled since.
  absl::Duration Within(MonotonicTime from, MonotonicTime to, MonotonicTime due,
                        MonotonicTime now) const;

  // Returns the length of the longest stall of the last minute or two.
  absl::Duration Longest(MonotonicTime now) const;
  // Does the same if something is due at `due` that has not run yet.
  absl::Duration Longest(MonotonicTime now, MonotonicTime due) const;

 private:
  static constexpr std::size_t kRemembered = 16;

  struct Stall {
    MonotonicTime from;
    MonotonicTime to;
  };
  // The longest stall of one window.
  struct Window {
    int64_t number = -1;
    absl::Duration longest = absl::ZeroDuration();
  };

  static int64_t WindowOf(MonotonicTime time);
  // Returns the stall that is not noted yet. The caller has read `due` before.
  Stall Pending(MonotonicTime due, MonotonicTime now) const;
  static absl::Duration Overlap(const Stall& stall, MonotonicTime from,
                                MonotonicTime to);
  void NoteLength(const Stall& stall) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // The end of the latest stall, in nanoseconds.
  std::atomic<int64_t> latest_end_{INT64_MIN};
  mutable Mutex mutex_;
  // Do not overlap. The latest one is at `latest_`.
  std::array<Stall, kRemembered> stalls_ ABSL_GUARDED_BY(mutex_);
  std::size_t latest_ ABSL_GUARDED_BY(mutex_) = 0;
  // The current window and the one before, by the parity of their numbers.
  std::array<Window, 2> windows_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_PROCESS_STALLS_H_
