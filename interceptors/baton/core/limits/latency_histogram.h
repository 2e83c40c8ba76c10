// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_LATENCY_HISTOGRAM_H_
#define BATON_CORE_LIMITS_LATENCY_HISTOGRAM_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/time/time.h"
#include "baton/monotonic_time.h"

namespace baton::core {

// The recent latencies of a method, as a histogram. From 32 us on, the width of
// a bucket is at most one sixteenth of the latencies in it. Every ten seconds
// all counts are halved, so that old latencies lose their weight.
//
//   histogram.Record(absl::Milliseconds(12), now);
//   histogram.Percentile(0.95);  // nullopt with too few latencies
//
// Thread-safe and lock-free. Uses 2 KiB. The buckets cover latencies from 1 us
// to two minutes. A latency outside this range counts as the nearest latency
// inside.
class LatencyHistogram {
 public:
  // With fewer latencies than this, Percentile() returns nullopt.
  static constexpr int64_t kMinSamples = 100;
  // Ten seconds. A conversion of absl::Duration would be a function call.
  static constexpr int64_t kHalfLifeNanos = 10'000'000'000;
  static constexpr absl::Duration kHalfLife = absl::Nanoseconds(kHalfLifeNanos);

  LatencyHistogram() = default;
  LatencyHistogram(const LatencyHistogram&) = delete;
  LatencyHistogram& operator=(const LatencyHistogram&) = delete;

  void Record(absl::Duration latency, MonotonicTime now);

  // Returns the latency that at least this ratio of the calls did not exceed,
  // rounded up to the end of its bucket. `ratio` is in (0, 1).
  std::optional<absl::Duration> Percentile(double ratio) const;

  // Each value below 2^kExactBits has its own bucket. Above, each power of two
  // has 2^kSubBits buckets.
  static constexpr int kSubBits = 4;
  static constexpr int kExactBits = kSubBits + 1;
  static constexpr int kMaxBits = 27;
  static constexpr std::size_t kBuckets =
      (std::size_t{1} << kExactBits) +
      (std::size_t{kMaxBits - kExactBits} << kSubBits);

  // The counts of all buckets. Several histograms can add theirs.
  using Counts = std::array<uint64_t, kBuckets>;
  void AddTo(Counts& counts) const;
  // Returns what Percentile() returns for a histogram with these counts.
  static std::optional<absl::Duration> PercentileOf(const Counts& counts,
                                                    double ratio) {
    const auto both = PercentilesOf(counts, ratio, ratio);
    return both.has_value() ? std::optional(both->first) : std::nullopt;
  }
  // Returns two percentiles at once. `lower` must not exceed `upper`.
  static std::optional<std::pair<absl::Duration, absl::Duration>> PercentilesOf(
      const Counts& counts, double lower, double upper);

 private:
  // The weight of one latency. It survives a few halvings.
  static constexpr uint32_t kOne = 16;

  static std::size_t BucketOf(uint64_t micros);
  static uint64_t EndOf(std::size_t bucket);
  void Decay(MonotonicTime now);

  // The counts, in units of 1 / kOne.
  std::array<std::atomic<uint32_t>, kBuckets> counts_{};
  // The time of the last halving, in nanoseconds since the origin of the clock.
  std::atomic<int64_t> halved_at_ns_{0};
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_LATENCY_HISTOGRAM_H_
