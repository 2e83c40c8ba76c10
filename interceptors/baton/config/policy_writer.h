// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_POLICY_WRITER_H_
#define BATON_CONFIG_POLICY_WRITER_H_

#include <string>

#include "baton/policy/policy.h"
#include "baton/v1/policy.pb.h"

namespace baton::config {

// Each function returns a message with the values of its argument.
// policy_reader.h converts this message back to the same values. The message
// also sets fields that have their default value. It leaves out only optional
// fields without a value. The names of methods are not part of the message.
v1::MethodPolicy WriteMethodPolicy(const MethodPolicy& policy);
v1::ProcessBudgetOptions WriteProcessBudget(
    const ProcessBudgetOptions& options);
v1::InboundGrantOptions WriteInboundGrant(const InboundGrantOptions& options);
v1::ReplayOptions WriteRequestReplay(const ReplayOptions& options);
v1::RetryBreakerOptions WriteRetryBreaker(const RetryBreakerOptions& options);
v1::ProcessReplayOptions WriteProcessReplay(
    const ProcessReplayOptions& options);
v1::RetryRatioLimitOptions WriteRetryRatioLimit(
    const RetryRatioLimitOptions& options);
v1::ExpiredRequestOptions WriteExpiredRequests(
    const ExpiredRequestOptions& options);
v1::CancelledRequestOptions WriteCancelledRequests(
    const CancelledRequestOptions& options);

// Returns a policy in text format, formatted for human readers. LoadPolicy()
// can read this text.
std::string WritePolicyText(const v1::Policy& policy);

}  // namespace baton::config

#endif  // BATON_CONFIG_POLICY_WRITER_H_
