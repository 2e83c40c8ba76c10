// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/report/call_ending.h"

namespace baton::rpc {
namespace {

// Returns whether the wait before the next attempt was too long.
bool LacksTime(StopReason reason) {
  return reason == StopReason::kNotEnoughTime ||
         reason == StopReason::kThrottledTimeExhausted ||
         reason == StopReason::kContentionTimeExhausted;
}

}  // namespace

CallEnding::CallEnding(absl::StatusCode final_code, const Decision& decision,
                       const core::CallProgress& progress,
                       MonotonicTime ended_at)
    : code(final_code),
      stop_reason(decision.reason),
      outcome_unknown(decision.outcome_unknown),
      key_is_honored(progress.key_is_honored),
      grant_used(progress.grant.used()),
      at(ended_at) {
  if (!LacksTime(decision.reason)) return;
  needed_wait = decision.delay;
  needed_wait_cause = decision.wait_cause;
}

void CallEnding::CopyTo(CallReport& report) const {
  report.code = code;
  report.stop_reason = stop_reason;
  report.outcome_unknown = outcome_unknown;
  report.key_is_honored = key_is_honored;
  report.grant_used = grant_used;
  report.needed_wait = needed_wait;
  report.needed_wait_cause = needed_wait_cause;
}

}  // namespace baton::rpc
