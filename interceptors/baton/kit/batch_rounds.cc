// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/kit/batch_rounds.h"

#include "absl/strings/str_cat.h"
#include "baton/core/policy/field_checks.h"
#include "baton/core/policy/policy_validation.h"
#include "baton/core/policy/validation_errors.h"
#include "baton/kit/engine/batch_runner.h"
#include "baton/kit/engine/unit_text.h"
#include "baton/rpc/request/call_group.h"
#include "baton/rpc/runtime/runtime.h"

namespace baton::kit {

absl::Status CheckLeftovers(const LeftoversOptions& options, bool has_steps) {
  core::ValidationErrors errors;
  if (options.name.empty()) errors.Add("name", "must not be empty");
  if (!has_steps) {
    errors.Add("steps", "must all be set: send, count, take_left and merge");
  }
  core::CheckDuration(errors, "total_time", options.total_time,
                      core::Zero::kNotAllowed, core::Infinite::kNotAllowed);
  MethodPolicy policy;
  policy.retry = options.retry;
  core::ValidateMethodPolicy(policy, errors);
  return errors.ToStatus("leftovers options");
}

BatchEnd RunRounds(const LeftoversOptions& options, int items,
                   const std::function<RoundResult()>& round) {
  if (const auto& outer = rpc::CurrentCallGroup(); outer != nullptr) {
    BatchEnd end;
    end.status = end.left_because = NestedStatus(
        absl::StrCat("batch '", options.name, "'"), outer->description());
    end.report.left = items;
    end.report.stop_reason = StopReason::kNotRetryable;
    return end;
  }
  return BatchRunner(options, rpc::Runtime::Process()).Run(items, round);
}

}  // namespace baton::kit
