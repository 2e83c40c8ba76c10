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

// Counts events, and how many of them were hits, over the last stretch of
// time. The mechanism under the gates, which hold the rules.
//
// The window is cut into ten slices that expire one after the other, so that
// it covers between nine and ten tenths of its length. A slice counts at most
// four million events and then keeps its ratio as it stands.
//
// Thread-safe and lock-free; fixed size.
class RollingRatio {
 public:
  struct Counts {
    int64_t events = 0;
    int64_t hits = 0;
    // hits / events; 0 if there were none.
    double ratio() const;
  };

  // `window` must be positive and finite.
  explicit RollingRatio(absl::Duration window);

  void Record(bool hit, MonotonicTime now);
  Counts Over(MonotonicTime now) const;
  // The same over the latest tenth of the window, or up to two tenths.
  Counts Lately(MonotonicTime now) const;

 private:
  static constexpr std::size_t kSlices = 10;

  int64_t EpochOf(MonotonicTime now) const;
  Counts OverSlices(std::size_t slices, MonotonicTime now) const;

  const int64_t slice_ns_;
  // Each packs the epoch that it counts, the events and the hits, so that one
  // exchange moves them together.
  std::array<std::atomic<uint64_t>, kSlices> slices_{};
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_ROLLING_RATIO_H_
