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

// Stops the retries to a target while almost none of them succeed: fewer than
// `min_success_ratio`. Such retries only add load. The process budget limits
// the number of retries, while this gate reacts to their success. While it is
// closed, it admits only a probe now and then.
//
// The retries that end within the latest tenth of the window can open the gate
// again. Three are enough, if half of them succeed. The rest of the window may
// describe an earlier failure.
//
// One per target. Thread-safe and lock-free.
class HealthGate {
 public:
  explicit HealthGate(const HealthGateOptions& options);

  // Records the end of a retry or a hedge.
  void OnRetryEnded(bool success, MonotonicTime now);

  // Returns whether a retry may be sent now. While the gate is closed, true
  // means that the probe is taken.
  bool Allow(MonotonicTime now);
  // Returns a probe that will not be sent. `taken_at` is the time that was
  // passed to Allow().
  void ReturnProbe(MonotonicTime taken_at);
  // Returns what Allow() would return, without taking the probe.
  bool WouldAllow(MonotonicTime now) const;

  // Returns whether the gate is open. Also used for gauges.
  bool IsOpen(MonotonicTime now) const;

 private:
  bool ProbeIsDue(int64_t last_ns, MonotonicTime now) const;

  const HealthGateOptions options_;
  RollingRatio retries_;
  std::atomic<int64_t> last_probe_ns_;
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_HEALTH_GATE_H_
