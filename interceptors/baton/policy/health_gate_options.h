// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_HEALTH_GATE_OPTIONS_H_
#define BATON_POLICY_HEALTH_GATE_OPTIONS_H_

#include "absl/time/time.h"
#include "baton/policy/defaults.h"

namespace baton {

// The settings of a health gate. The gate blocks retries to one target while
// almost none of them succeed.
struct HealthGateOptions {
  // The gate closes if the ratio of successful retries is below this value. 0
  // to below 1. 0: the gate never closes.
  double min_success_ratio = defaults::kHealthMinSuccessRatio;
  // The length of the rolling window for this ratio. Positive, finite.
  absl::Duration window = defaults::kHealthWindow;
  // With fewer retries than this number in the window, the gate stays open.
  int min_attempts = defaults::kHealthMinAttempts;
  // While the gate is closed, Baton may send one retry per interval. This retry
  // is the probe: it tests whether retries succeed again. Positive.
  absl::Duration probe_interval = defaults::kHealthProbeInterval;
};

}  // namespace baton

#endif  // BATON_POLICY_HEALTH_GATE_OPTIONS_H_
