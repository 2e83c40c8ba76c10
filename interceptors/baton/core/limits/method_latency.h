// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_METHOD_LATENCY_H_
#define BATON_CORE_LIMITS_METHOD_LATENCY_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/time/time.h"
#include "baton/core/limits/latency_histogram.h"
#include "baton/core/limits/steady_limit.h"
#include "baton/monotonic_time.h"

namespace baton::core {

// Two percentiles of a method's latency.
struct LatencySummary {
  // The median of the latest seconds.
  absl::Duration p50;
  // The p99 with hysteresis, because limits depend on it: see SteadyLimit.
  absl::Duration p99;
};

// The recent latencies of one method. Spreads them over several histograms, so
// that calls on different threads do not write to the same cache line. Creates
// a histogram when a lane needs it.
//
// One per method and target. Thread-safe and lock-free.
class MethodLatency {
 public:
  // Summary() computes the percentiles again after this time.
  static constexpr int64_t kSummaryAgeNanos = 100'000'000;
  static constexpr absl::Duration kSummaryAge =
      absl::Nanoseconds(kSummaryAgeNanos);

  MethodLatency() = default;
  ~MethodLatency();
  MethodLatency(const MethodLatency&) = delete;
  MethodLatency& operator=(const MethodLatency&) = delete;

  // `lane` is the thread or the completion queue that delivered the response.
  void Record(absl::Duration latency, MonotonicTime now, uint64_t lane);

  // Returns the latency that at least this ratio of the calls did not exceed.
  // `ratio` is in (0, 1). nullopt: fewer than LatencyHistogram::kMinSamples
  // latencies.
  std::optional<absl::Duration> Percentile(double ratio) const;

  // Returns whether most calls need more than `time`. False: unknown, too.
  bool IsTooShort(absl::Duration time, MonotonicTime now) const {
    const std::optional<LatencySummary> usual = Summary(now);
    return usual.has_value() && time < usual->p50;
  }

  // Returns percentiles that are at most kSummaryAge old. A call costs a few
  // loads, and reads only memory that changes once in kSummaryAge.
  std::optional<LatencySummary> Summary(MonotonicTime now) const;

  // Returns the p99 of the latest summary, with hysteresis. Zero: unknown.
  absl::Duration steady_p99() const { return p99_.value(); }

 private:
  static constexpr std::size_t kHistograms = 4;

  // Returns the counts of all histograms.
  LatencyHistogram::Counts Counts() const;

  std::array<std::atomic<LatencyHistogram*>, kHistograms> histograms_{};
  // The latest summary. A p50 of 0 us: too few latencies.
  mutable std::atomic<int64_t> summarized_at_ns_{INT64_MIN};
  mutable std::atomic<int64_t> p50_us_{0};
  mutable SteadyLimit p99_;
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_METHOD_LATENCY_H_
