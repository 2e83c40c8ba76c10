// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_POLICY_WRITER_H_
#define BATON_CONFIG_POLICY_WRITER_H_

#include <string>

#include "baton/policy/policy.h"
#include "baton/v1/policy.pb.h"

namespace baton::config {

// Each function returns a message that reads back as the same value, with all
// fields set that have a value. Names are not part of it.
v1::MethodPolicy WriteMethodPolicy(const MethodPolicy& policy);
v1::ProcessBudgetOptions WriteProcessBudget(
    const ProcessBudgetOptions& options);
v1::InboundGrantOptions WriteInboundGrant(const InboundGrantOptions& options);
v1::ProcessReplayOptions WriteProcessReplay(
    const ProcessReplayOptions& options);

// Returns a policy in text format, as a person would write it. LoadPolicy()
// reads this text.
std::string WritePolicyText(const v1::Policy& policy);

}  // namespace baton::config

#endif  // BATON_CONFIG_POLICY_WRITER_H_
