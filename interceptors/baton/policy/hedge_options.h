// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_HEDGE_OPTIONS_H_
#define BATON_POLICY_HEDGE_OPTIONS_H_

#include <optional>

#include "absl/time/time.h"
#include "baton/policy/defaults.h"
#include "baton/policy/status_code_set.h"

namespace baton {

// The hedging of one method. Off by default: a hedge runs besides the first
// attempt and only helps if slow responses are the exception. Invalid for
// methods that are not idempotent.
struct HedgeOptions {
  // Attempts of a call, including the first. 1 to 5. 1: no hedging.
  int max_attempts = defaults::kHedgeAttempts;
  // The wait for a response before each hedge. Zero or positive, finite. Not
  // set: the measured `percentile` of the latency of the method.
  std::optional<absl::Duration> delay;
  // The percentile that sets the wait if `delay` is not set. (0.5, 1).
  double percentile = defaults::kHedgePercentile;
  // Hedges per first attempt that this process may send. (0, 1].
  double max_extra_load_ratio = defaults::kHedgeExtraLoadRatio;
  // The next hedge is sent at once after these codes. After any other failure,
  // the call fails with it.
  StatusCodeSet non_fatal_codes = defaults::kRetryableCodes;
};

}  // namespace baton

#endif  // BATON_POLICY_HEDGE_OPTIONS_H_
