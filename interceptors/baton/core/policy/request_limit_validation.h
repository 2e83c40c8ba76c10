// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_REQUEST_LIMIT_VALIDATION_H_
#define BATON_CORE_POLICY_REQUEST_LIMIT_VALIDATION_H_

#include "baton/core/policy/validation_errors.h"
#include "baton/policy/request_limit_options.h"

namespace baton::core {

// Each function adds the errors of its options to `errors`, below the name of
// the field, such as `retry_ratio_limit`. Policies and the options of servers
// have the same names.
void ValidateRetryRatioLimit(const RetryRatioLimitOptions& options,
                             ValidationErrors& errors);
void ValidateExpiredRequests(const ExpiredRequestOptions& options,
                             ValidationErrors& errors);

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_REQUEST_LIMIT_VALIDATION_H_
