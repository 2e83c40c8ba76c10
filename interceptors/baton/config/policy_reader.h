// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_POLICY_READER_H_
#define BATON_CONFIG_POLICY_READER_H_

#include "baton/core/policy/validation_errors.h"
#include "baton/policy/policy.h"
#include "baton/v1/policy.pb.h"

namespace baton::config {

// Each function copies the fields that are set in the message to the members of
// its second argument. It leaves the other members unchanged. The functions
// report only values that they cannot parse, such as a string that is not a
// duration. policy_validation.h checks whether the values are allowed.
void ReadMethodPolicy(const v1::MethodPolicy& message, MethodPolicy& policy,
                      core::ValidationErrors& errors);
void ReadProcessBudget(const v1::ProcessBudgetOptions& message,
                       ProcessBudgetOptions& options,
                       core::ValidationErrors& errors);
void ReadInboundGrant(const v1::InboundGrantOptions& message,
                      InboundGrantOptions& options,
                      core::ValidationErrors& errors);
void ReadRequestReplay(const v1::ReplayOptions& message, ReplayOptions& options,
                       core::ValidationErrors& errors);
void ReadRetryBreaker(const v1::RetryBreakerOptions& message,
                      RetryBreakerOptions& options,
                      core::ValidationErrors& errors);
void ReadProcessReplay(const v1::ProcessReplayOptions& message,
                       ProcessReplayOptions& options,
                       core::ValidationErrors& errors);
void ReadRetryRatioLimit(const v1::RetryRatioLimitOptions& message,
                         RetryRatioLimitOptions& options,
                         core::ValidationErrors& errors);
void ReadExpiredRequests(const v1::ExpiredRequestOptions& message,
                         ExpiredRequestOptions& options,
                         core::ValidationErrors& errors);
void ReadCancelledRequests(const v1::CancelledRequestOptions& message,
                           CancelledRequestOptions& options,
                           core::ValidationErrors& errors);

}  // namespace baton::config

#endif  // BATON_CONFIG_POLICY_READER_H_
