// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_POLICY_VALIDATION_H_
#define BATON_CORE_POLICY_POLICY_VALIDATION_H_

#include "absl/status/status.h"
#include "baton/core/policy/validation_errors.h"
#include "baton/policy/policy.h"

namespace baton::core {

// Each function adds the errors of its argument to `errors`. An error has the
// path of the field (spelled as in proto/baton/v1/policy.proto), the allowed
// values, and the actual value. No value is ever corrected silently.
void ValidateMethodPolicy(const MethodPolicy& policy, ValidationErrors& errors);
void ValidateProcessBudget(const ProcessBudgetOptions& options,
                           ValidationErrors& errors);
void ValidateInboundGrant(const InboundGrantOptions& options,
                          ValidationErrors& errors);
void ValidateProcessReplay(const ProcessReplayOptions& options,
                           ValidationErrors& errors);

// Returns INVALID_ARGUMENT with every mistake in all parts of the policy.
absl::Status ValidatePolicy(const Policy& policy);

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_POLICY_VALIDATION_H_
