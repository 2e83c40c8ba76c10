// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_POLICY_WRITER_H_
#define BATON_CONFIG_POLICY_WRITER_H_

#include <string>

#include "baton/policy/policy.h"
#include "baton/v1/policy.pb.h"

namespace baton::config {

// The message that reads back as the same value, with every field that has one
// set. Names are not part of it.
v1::MethodPolicy WriteMethodPolicy(const MethodPolicy& policy);
v1::ProcessBudgetOptions WriteProcessBudget(
    const ProcessBudgetOptions& options);
v1::ListenerOptions WriteListener(const ListenerOptions& options);
v1::ProcessReplayOptions WriteProcessReplay(
    const ProcessReplayOptions& options);

// The text format of a policy, as a person would write it: what
// LoadPolicyText() reads.
std::string WritePolicyText(const v1::Policy& policy);

}  // namespace baton::config

#endif  // BATON_CONFIG_POLICY_WRITER_H_
