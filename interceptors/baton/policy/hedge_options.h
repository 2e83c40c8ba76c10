// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_HEDGE_OPTIONS_H_
#define BATON_POLICY_HEDGE_OPTIONS_H_

#include <optional>

#include "absl/time/time.h"
#include "baton/policy/defaults.h"
#include "baton/policy/status_code_set.h"

namespace baton {

// Hedging is off by default: a second copy of a request is sent while the
// first still runs, which only helps where slowness is the exception. Refused
// for methods that are not idempotent.
struct HedgeOptions {
  // Copies of the request, the first included. 1: no hedging. 1 to 5.
  int max_attempts = defaults::kHedgeAttempts;
  // Wait this long for an answer before each further copy. Not set: the
  // measured `percentile` of the method's own latency.
  std::optional<absl::Duration> delay;
  double percentile = defaults::kHedgePercentile;  // (0.5, 1)
  // Hedges per first attempt that this process may send, (0, 1].
  double max_extra_load_ratio = defaults::kHedgeExtraLoadRatio;
  // After these codes the next copy is sent at once; after any other failure
  // the call fails with it.
  StatusCodeSet non_fatal_codes = defaults::kRetryableCodes;
};

}  // namespace baton

#endif  // BATON_POLICY_HEDGE_OPTIONS_H_
