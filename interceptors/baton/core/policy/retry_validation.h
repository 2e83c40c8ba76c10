// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_RETRY_VALIDATION_H_
#define BATON_CORE_POLICY_RETRY_VALIDATION_H_

#include "baton/core/policy/validation_errors.h"
#include "baton/policy/retry_options.h"

namespace baton::core {

// The largest size that a policy can set for kept requests and messages.
inline constexpr int kMaxReplayBytes = 1 << 30;

// Adds the errors of `retry`. See policy_validation.h.
void ValidateRetry(const RetryOptions& options, ValidationErrors& errors);

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_RETRY_VALIDATION_H_
