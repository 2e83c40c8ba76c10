// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_ROLLING_RATIO_H_
#define BATON_CORE_LIMITS_ROLLING_RATIO_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "absl/time/time.h"
#include "baton/monotonic_time.h"

namespace baton::core {

// Counts events and hits over a rolling window. The classes that use it decide
// what an event is, what a hit is, and when the ratio is too high or too low.
//
// The window consists of ten slices. Each slice expires as a whole, so the
// counts cover nine to ten tenths of the window. A slice counts at most four
// million events. It ignores further events.
//
// Each function gets the current window, which must be positive and finite. If
// it changes, the counts begin again.
//
// Thread-safe and lock-free. Fixed size.
class RollingRatio {
 public:
  struct Counts {
    int64_t events = 0;
    int64_t hits = 0;
    // Returns hits / events, or 0 without events.
    double ratio() const;
  };

  // Records an event. `hit`: the event is also a hit.
  void Record(absl::Duration window, bool hit, MonotonicTime now);
  // Returns the counts of the whole window.
  Counts Over(absl::Duration window, MonotonicTime now) const;
  // Returns the counts of the last one to two tenths of the window.
  Counts Lately(absl::Duration window, MonotonicTime now) const;

 private:
  static constexpr std::size_t kSlices = 10;

  static int64_t EpochOf(absl::Duration window, MonotonicTime now);
  Counts OverSlices(std::size_t slices, int64_t epoch) const;

  // Each slice is one word: its epoch (the number of the slice since the origin
  // of the clock), its events and its hits. One atomic exchange changes all
  // three.
  std::array<std::atomic<uint64_t>, kSlices> slices_{};
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_ROLLING_RATIO_H_
