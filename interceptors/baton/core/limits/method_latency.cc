// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/method_latency.h"

#include <memory>

namespace baton::core {

MethodLatency::~MethodLatency() {
  for (const std::atomic<LatencyHistogram*>& histogram : histograms_) {
    delete histogram.load(std::memory_order_relaxed);
  }
}

void MethodLatency::Record(absl::Duration latency, MonotonicTime now,
                           uint64_t lane) {
  std::atomic<LatencyHistogram*>& slot = histograms_[lane % kHistograms];
  LatencyHistogram* histogram = slot.load(std::memory_order_acquire);
  if (histogram == nullptr) {
    auto created = std::make_unique<LatencyHistogram>();
    if (slot.compare_exchange_strong(histogram, created.get(),
                                     std::memory_order_acq_rel)) {
      histogram = created.release();
    }
  }
  histogram->Record(latency, now);
}

LatencyHistogram::Counts MethodLatency::Counts() const {
  LatencyHistogram::Counts counts{};
  for (const std::atomic<LatencyHistogram*>& slot : histograms_) {
    const LatencyHistogram* const histogram =
        slot.load(std::memory_order_acquire);
    if (histogram != nullptr) histogram->AddTo(counts);
  }
  return counts;
}

std::optional<absl::Duration> MethodLatency::Percentile(double ratio) const {
  return LatencyHistogram::PercentileOf(Counts(), ratio);
}

std::optional<LatencySummary> MethodLatency::Summary(MonotonicTime now) const {
  const int64_t now_ns = now.nanos();
  int64_t summarized_at = summarized_at_ns_.load(std::memory_order_acquire);
  if (summarized_at == INT64_MIN ||
      now_ns - summarized_at >= kSummaryAgeNanos) {
    // One thread computes. The others use the old summary meanwhile.
    if (summarized_at_ns_.compare_exchange_strong(summarized_at, now_ns)) {
      const auto [p50, p99] =
          LatencyHistogram::PercentilesOf(Counts(), 0.5, 0.99)
              .value_or(std::pair<absl::Duration, absl::Duration>());
      if (p99 > absl::ZeroDuration()) p99_.Follow(p99, now);
      p50_us_.store(absl::ToInt64Microseconds(p50), std::memory_order_relaxed);
    }
  }
  const int64_t p50_us = p50_us_.load(std::memory_order_relaxed);
  if (p50_us == 0) return std::nullopt;
  return LatencySummary{absl::Microseconds(p50_us), p99_.value()};
}

}  // namespace baton::core
