// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/rolling_ratio.h"

#include <algorithm>
#include <cassert>

namespace baton::core {
namespace {

constexpr int kCountBits = 22;
constexpr uint64_t kCountMask = (uint64_t{1} << kCountBits) - 1;
constexpr uint64_t kEpochMask = (uint64_t{1} << (64 - 2 * kCountBits)) - 1;

// The parts of a slice. The epoch is cut to 20 bits. With slices of a second,
// an old slice passes for a new one after twelve days without events.
struct Slice {
  uint64_t epoch;
  uint64_t events;
  uint64_t hits;

  static Slice Unpack(uint64_t packed) {
    return {packed >> (2 * kCountBits), (packed >> kCountBits) & kCountMask,
            packed & kCountMask};
  }
  uint64_t Pack() const {
    return epoch << (2 * kCountBits) | events << kCountBits | hits;
  }
};

// Returns one more than the number of slices since the origin of the clock. The
// zeros of a new ring thus belong to no epoch in use.
uint64_t Label(int64_t epoch) {
  return static_cast<uint64_t>(epoch + 1) & kEpochMask;
}

}  // namespace

double RollingRatio::Counts::ratio() const {
  return events == 0 ? 0
                     : static_cast<double>(hits) / static_cast<double>(events);
}

int64_t RollingRatio::EpochOf(absl::Duration window, MonotonicTime now) {
  assert(window > absl::ZeroDuration() && window < absl::InfiniteDuration());
  const int64_t slice_ns = std::max<int64_t>(
      absl::ToInt64Nanoseconds(window) / static_cast<int64_t>(kSlices), 1);
  return now.nanos() / slice_ns;
}

void RollingRatio::Record(absl::Duration window, bool hit, MonotonicTime now) {
  const int64_t epoch = EpochOf(window, now);
  const uint64_t label = Label(epoch);
  std::atomic<uint64_t>& slot =
      slices_[static_cast<std::size_t>(epoch) % kSlices];
  uint64_t packed = slot.load(std::memory_order_relaxed);
  for (;;) {
    Slice slice = Slice::Unpack(packed);
    if (slice.epoch != label) slice = {label, 0, 0};
    if (slice.events == kCountMask) return;
    ++slice.events;
    if (hit) ++slice.hits;
    if (slot.compare_exchange_weak(packed, slice.Pack(),
                                   std::memory_order_relaxed)) {
      return;
    }
  }
}

RollingRatio::Counts RollingRatio::Over(absl::Duration window,
                                        MonotonicTime now) const {
  return OverSlices(kSlices, EpochOf(window, now));
}

RollingRatio::Counts RollingRatio::Lately(absl::Duration window,
                                          MonotonicTime now) const {
  return OverSlices(2, EpochOf(window, now));
}

RollingRatio::Counts RollingRatio::OverSlices(std::size_t slices,
                                              int64_t epoch) const {
  const uint64_t label = Label(epoch);
  Counts counts;
  for (const std::atomic<uint64_t>& slot : slices_) {
    const Slice slice = Slice::Unpack(slot.load(std::memory_order_relaxed));
    // A faster thread may have recorded a slice that is in the future for this
    // one. The difference wraps, so this slice counts as expired.
    const uint64_t age = (label - slice.epoch) & kEpochMask;
    if (age >= slices) continue;
    counts.events += static_cast<int64_t>(slice.events);
    counts.hits += static_cast<int64_t>(slice.hits);
  }
  return counts;
}

}  // namespace baton::core
