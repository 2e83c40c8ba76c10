// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/latency_histogram.h"

#include <algorithm>
#include <cmath>

#include "absl/numeric/bits.h"

namespace baton::core {

std::size_t LatencyHistogram::BucketOf(uint64_t micros) {
  const uint64_t value = std::min(micros, (uint64_t{1} << kMaxBits) - 1);
  const int bits = static_cast<int>(absl::bit_width(value));
  if (bits <= kExactBits) return static_cast<std::size_t>(value);
  // The leading one, and the bits below it that select the bucket.
  const uint64_t leading = value >> (bits - 1 - kSubBits);
  const uint64_t sub = leading - (uint64_t{1} << kSubBits);
  const auto power = static_cast<uint64_t>(bits - 1 - kExactBits);
  return static_cast<std::size_t>((uint64_t{1} << kExactBits) +
                                  (power << kSubBits) + sub);
}

uint64_t LatencyHistogram::EndOf(std::size_t bucket) {
  constexpr std::size_t kExact = std::size_t{1} << kExactBits;
  if (bucket < kExact) return bucket + 1;
  const std::size_t power = (bucket - kExact) >> kSubBits;
  const std::size_t sub =
      (bucket - kExact) & ((std::size_t{1} << kSubBits) - 1);
  return ((uint64_t{1} << kSubBits) + sub + 1) << (power + 1);
}

void LatencyHistogram::Record(absl::Duration latency, MonotonicTime now) {
  Decay(now);
  const int64_t micros =
      std::max<int64_t>(absl::ToInt64Microseconds(latency), 0);
  counts_[BucketOf(static_cast<uint64_t>(micros))].fetch_add(
      kOne, std::memory_order_relaxed);
}

void LatencyHistogram::Decay(MonotonicTime now) {
  const int64_t now_ns = now.nanos();
  int64_t halved_at = halved_at_ns_.load(std::memory_order_relaxed);
  if (now_ns - halved_at < kHalfLifeNanos) return;
  // One thread halves the counts. What other threads count meanwhile is kept.
  if (!halved_at_ns_.compare_exchange_strong(halved_at, now_ns)) return;
  const int64_t times = (now_ns - halved_at) / kHalfLifeNanos;
  const int shift = static_cast<int>(std::min<int64_t>(times, 31));
  for (std::atomic<uint32_t>& count : counts_) {
    const uint32_t before = count.load(std::memory_order_relaxed);
    if (before == 0) continue;
    count.fetch_sub(before - (before >> shift), std::memory_order_relaxed);
  }
}

void LatencyHistogram::AddTo(Counts& counts) const {
  for (std::size_t i = 0; i < kBuckets; ++i) {
    counts[i] += counts_[i].load(std::memory_order_relaxed);
  }
}

std::optional<absl::Duration> LatencyHistogram::Percentile(double ratio) const {
  Counts counts{};
  AddTo(counts);
  return PercentileOf(counts, ratio);
}

std::optional<std::pair<absl::Duration, absl::Duration>>
LatencyHistogram::PercentilesOf(const Counts& counts, double lower,
                                double upper) {
  uint64_t total = 0;
  for (const uint64_t count : counts) total += count;
  if (total < static_cast<uint64_t>(kMinSamples) * kOne) return std::nullopt;
  uint64_t seen = counts[0];
  std::size_t bucket = 0;
  // Continues from the bucket of the previous percentile.
  const auto find = [&](double ratio) {
    const auto wanted =
        static_cast<uint64_t>(std::ceil(ratio * static_cast<double>(total)));
    while (seen < wanted && bucket + 1 < kBuckets) seen += counts[++bucket];
    return absl::Microseconds(static_cast<int64_t>(EndOf(bucket)));
  };
  const absl::Duration first = find(lower);
  return std::pair(first, find(upper));
}

}  // namespace baton::core
