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

// Counts events and hits over a rolling window. The gates that use it hold the
// rules.
//
// The window has ten slices, which expire one after the other. It therefore
// covers between nine and ten tenths of its length. A slice counts at most four
// million events and then keeps its ratio.
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

  // `window` must be positive and finite.
  explicit RollingRatio(absl::Duration window);

  void Record(bool hit, MonotonicTime now);
  Counts Over(MonotonicTime now) const;
  // Returns the counts of the latest tenth of the window, or of up to two
  // tenths.
  Counts Lately(MonotonicTime now) const;

 private:
  static constexpr std::size_t kSlices = 10;

  int64_t EpochOf(MonotonicTime now) const;
  Counts OverSlices(std::size_t slices, MonotonicTime now) const;

  const int64_t slice_ns_;
  // Each slice packs its epoch, events and hits into one word. One exchange
  // changes all three.
  std::array<std::atomic<uint64_t>, kSlices> slices_{};
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_ROLLING_RATIO_H_
