// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_HEDGE_OPTIONS_H_
#define BATON_POLICY_HEDGE_OPTIONS_H_

#include "baton/base/export.h"

#include <optional>

#include "absl/time/time.h"
#include "baton/policy/defaults.h"
#include "baton/policy/status_code_set.h"

namespace BATON_EXPORT baton {

// The hedging of one method. A hedge is another attempt that starts while the
// first one is in flight. Hedges add load, and help only if slow responses are
// the exception. Hedging is therefore off by default. Invalid for methods that
// are not idempotent.
struct HedgeOptions {
  // Attempts of a call, including the first. 1 to 5. 1: no hedging.
  int max_attempts = defaults::kHedgeAttempts;
  // The time without a response after which Baton starts the next hedge. Zero
  // or positive, finite. Zero: Baton starts all hedges at once. Not set: the
  // measured `percentile` of the method's latency.
  std::optional<absl::Duration> delay;
  // The percentile of the method's latency that replaces an unset `delay`.
  // Above 0.5 and below 1.
  double percentile = defaults::kHedgePercentile;
  // The maximum ratio of hedges to first attempts of the method, in this
  // process. Above 0, at most 1.
  double max_extra_load_ratio = defaults::kHedgeExtraLoadRatio;
  // If an attempt of a hedged call fails with one of these codes, the call does
  // not fail. Baton starts the next hedge at once, or after the wait that the
  // server requests. After any other failure, the call fails with the status of
  // that attempt.
  StatusCodeSet non_fatal_codes = defaults::kRetryableCodes;
};

}  // namespace baton

#endif  // BATON_POLICY_HEDGE_OPTIONS_H_
