// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_POLICY_VALIDATION_H_
#define BATON_CORE_POLICY_POLICY_VALIDATION_H_

#include "absl/status/status.h"
#include "baton/core/policy/validation_errors.h"
#include "baton/policy/policy.h"

namespace baton::core {

// Each function adds the errors of its argument to `errors`. An error has the
// path of the field (as in proto/baton/v1/policy.proto), the allowed values,
// and the invalid value. The functions never correct a value.
void ValidateMethodPolicy(const MethodPolicy& policy, ValidationErrors& errors);
void ValidateProcessBudget(const ProcessBudgetOptions& options,
                           ValidationErrors& errors);
void ValidateInboundGrant(const InboundGrantOptions& options,
                          ValidationErrors& errors);
void ValidateProcessReplay(const ProcessReplayOptions& options,
                           ValidationErrors& errors);
// Adds the errors of the sections that replace options of a server, if they are
// set.
void ValidateServerSections(const Policy& policy, ValidationErrors& errors);

// Checks all parts of a policy. If a value is invalid, returns INVALID_ARGUMENT
// with every mistake.
absl::Status ValidatePolicy(const Policy& policy);

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_POLICY_VALIDATION_H_
