// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_HEALTH_GATE_H_
#define BATON_CORE_LIMITS_HEALTH_GATE_H_

#include <atomic>
#include <cstdint>

#include "absl/time/time.h"
#include "baton/core/limits/rolling_ratio.h"
#include "baton/health_gate_options.h"
#include "baton/monotonic_time.h"
#include "baton/policy/defaults.h"

namespace baton::core {

// Retries that do not improve availability are only load. The process budget
// limits how many of them are sent; this gate notices that hardly any of them
// help and then stops them, but for a probe now and then. Of those that end
// within the latest tenth of the window, three are enough to open it again, if
// half of them succeed: what the window remembers may be another trouble.
//
// One per target. Thread-safe and lock-free.
class HealthGate {
 public:
  explicit HealthGate(const HealthGateOptions& options);

  // A retry or a hedge has ended.
  void OnRetryEnded(bool success, MonotonicTime now);

  // May a retry go now? A true while closed is the probe: it has been taken.
  bool Allow(MonotonicTime now);
  // The probe that Allow gave out at `taken_at`, the time that it was asked
  // with, will not go after all.
  void ReturnProbe(MonotonicTime taken_at);
  // What Allow would say, without taking the probe.
  bool WouldAllow(MonotonicTime now) const;

  // For gauges.
  bool IsOpen(MonotonicTime now) const;

 private:
  bool ProbeIsDue(int64_t last_ns, MonotonicTime now) const;

  const HealthGateOptions options_;
  RollingRatio retries_;
  std::atomic<int64_t> last_probe_ns_;
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_HEALTH_GATE_H_
