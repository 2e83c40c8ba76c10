// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_HEALTH_GATE_OPTIONS_H_
#define BATON_HEALTH_GATE_OPTIONS_H_

#include "absl/time/time.h"
#include "baton/policy/defaults.h"

namespace baton {

struct HealthGateOptions {
  // Retries stop while fewer than this share of them succeed. [0, 1); 0: they
  // never stop for this.
  double min_success_ratio = defaults::kHealthMinSuccessRatio;
  // The ratio is taken over this long. Positive, finite.
  absl::Duration window = defaults::kHealthWindow;
  // With fewer retries than this in the window nothing is concluded.
  int min_attempts = defaults::kHealthMinAttempts;
  // While closed, one retry in this time may still go, to see whether retries
  // help again. Positive.
  absl::Duration probe_interval = defaults::kHealthProbeInterval;
};

}  // namespace baton

#endif  // BATON_HEALTH_GATE_OPTIONS_H_
