// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_HEALTH_GATE_H_
#define BATON_CORE_LIMITS_HEALTH_GATE_H_

#include <atomic>
#include <cstdint>

#include "absl/time/time.h"
#include "baton/core/limits/rolling_ratio.h"
#include "baton/monotonic_time.h"
#include "baton/policy/defaults.h"
#include "baton/policy/health_gate_options.h"

namespace baton::core {

// Blocks retries to a target while almost none of them succeed: fewer than
// `min_success_ratio`. Such retries only add load. The process budget limits
// how many retries are sent. The health gate limits them by their success.
// While the gate is closed, it admits one retry per `probe_interval`. This
// retry is called the probe.
//
// The gate looks at the whole window, and the window may still contain the
// failures of an earlier outage. The latest retries can therefore open the gate
// again: at least three must have ended in the last one to two tenths of the
// window, and at least half of them must have succeeded.
//
// There is one gate for each target. Thread-safe and lock-free.
class HealthGate {
 public:
  explicit HealthGate(const HealthGateOptions& options);

  // Records that a retry or a hedge has ended.
  void OnRetryEnded(bool success, MonotonicTime now);

  // Returns whether a retry may be sent now. If the gate is closed and the
  // result is true, the retry is the probe. The next probe is then due after
  // `probe_interval`.
  bool Allow(MonotonicTime now);
  // Gives back a probe that will not be sent, so that another retry can be the
  // probe. `taken_at` is the time that was passed to Allow().
  void ReturnProbe(MonotonicTime taken_at);
  // Returns what Allow() would return. Takes no probe.
  bool WouldAllow(MonotonicTime now) const;

  // Returns whether the gate is open. The gauges of telemetry show this value.
  bool IsOpen(MonotonicTime now) const;

 private:
  bool ProbeIsDue(int64_t last_ns, MonotonicTime now) const;

  const HealthGateOptions options_;
  RollingRatio retries_;
  std::atomic<int64_t> last_probe_ns_;
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_HEALTH_GATE_H_
