// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_LATENCY_HISTOGRAM_H_
#define BATON_CORE_LIMITS_LATENCY_HISTOGRAM_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/time/time.h"
#include "baton/monotonic_time.h"

namespace baton::core {

// How long a method has been taking lately: a histogram whose buckets are a
// sixteenth of their value wide, and whose counts are halved every ten seconds,
// so that what is long ago counts for nothing.
//
//   histogram.Record(absl::Milliseconds(12), now);
//   histogram.Percentile(0.95);  // nullopt until enough is known
//
// Thread-safe and lock-free; 2 KiB. Latencies are told apart from 1 us to two
// minutes; what is outside counts as the nearest of them.
class LatencyHistogram {
 public:
  // With fewer latencies than this nothing is concluded.
  static constexpr int64_t kMinSamples = 100;
  static constexpr absl::Duration kHalfLife = absl::Seconds(10);

  LatencyHistogram() = default;
  LatencyHistogram(const LatencyHistogram&) = delete;
  LatencyHistogram& operator=(const LatencyHistogram&) = delete;

  void Record(absl::Duration latency, MonotonicTime now);

  // What at least this share of the latencies, in (0, 1), did not exceed,
  // rounded up to the end of its bucket.
  std::optional<absl::Duration> Percentile(double share) const;

 private:
  // Values below 2^kExactBits are told apart exactly; above, each power of two
  // has 2^kSubBits buckets.
  static constexpr int kSubBits = 4;
  static constexpr int kExactBits = kSubBits + 1;
  static constexpr int kMaxBits = 27;
  static constexpr std::size_t kBuckets =
      (std::size_t{1} << kExactBits) +
      (std::size_t{kMaxBits - kExactBits} << kSubBits);

  // What one latency counts: halved a few times, it still counts for something.
  static constexpr uint32_t kOne = 16;

  static std::size_t BucketOf(uint64_t micros);
  static uint64_t EndOf(std::size_t bucket);
  void Decay(MonotonicTime now);

  // In units of 1 / kOne.
  std::array<std::atomic<uint32_t>, kBuckets> counts_{};
  // When the counts were last halved, in nanoseconds since the clock's origin.
  std::atomic<int64_t> halved_at_ns_{0};
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_LATENCY_HISTOGRAM_H_
