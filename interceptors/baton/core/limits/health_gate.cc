// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/health_gate.h"

#include <limits>

namespace baton::core {
namespace {

// This many recent retries open the gate again, if this ratio of them
// succeeded. A closed gate admits few retries, so the number is small.
constexpr int64_t kProbes = 3;
constexpr double kHelpsAgain = 0.5;

constexpr int64_t kNever = std::numeric_limits<int64_t>::min();

int64_t Nanos(MonotonicTime time) {
  return absl::ToInt64Nanoseconds(time.since_origin());
}

}  // namespace

HealthGate::HealthGate(const HealthGateOptions& options)
    : options_(options), retries_(options.window), last_probe_ns_(kNever) {}

void HealthGate::OnRetryEnded(bool success, MonotonicTime now) {
  retries_.Record(success, now);
}

bool HealthGate::IsOpen(MonotonicTime now) const {
  const RollingRatio::Counts counts = retries_.Over(now);
  if (counts.events < options_.min_attempts ||
      counts.ratio() >= options_.min_success_ratio) {
    return true;
  }
  const RollingRatio::Counts lately = retries_.Lately(now);
  return lately.events >= kProbes && lately.ratio() >= kHelpsAgain;
}

bool HealthGate::ProbeIsDue(int64_t last_ns, MonotonicTime now) const {
  return last_ns == kNever ||
         now >= MonotonicTime::FromOrigin(absl::Nanoseconds(last_ns)) +
                    options_.probe_interval;
}

bool HealthGate::WouldAllow(MonotonicTime now) const {
  return IsOpen(now) ||
         ProbeIsDue(last_probe_ns_.load(std::memory_order_relaxed), now);
}

bool HealthGate::Allow(MonotonicTime now) {
  if (IsOpen(now)) return true;
  int64_t last_ns = last_probe_ns_.load(std::memory_order_relaxed);
  // If several threads find the probe due, the winner of the exchange takes it.
  return ProbeIsDue(last_ns, now) &&
         last_probe_ns_.compare_exchange_strong(last_ns, Nanos(now),
                                                std::memory_order_relaxed);
}

void HealthGate::ReturnProbe(MonotonicTime taken_at) {
  int64_t taken_ns = Nanos(taken_at);
  // Changes nothing if a later probe was taken since.
  last_probe_ns_.compare_exchange_strong(taken_ns, kNever,
                                         std::memory_order_relaxed);
}

}  // namespace baton::core
