// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_POLICY_WRITER_H_
#define BATON_CONFIG_POLICY_WRITER_H_

#include <string>

#include "baton/core/policy.h"
#include "baton/v1/policy.pb.h"

namespace baton::config {

// Each function returns a message that reads back as the same value, with all
// fields set that have a value. Names are not part of it.
v1::MethodPolicy WriteMethodPolicy(const core::MethodPolicy& policy);
v1::ProcessBudgetOptions WriteProcessBudget(
    const core::ProcessBudgetOptions& options);
v1::ListenerOptions WriteListener(const core::ListenerOptions& options);
v1::ProcessReplayOptions WriteProcessReplay(
    const core::ProcessReplayOptions& options);

// Returns a policy in text format, as a person would write it. LoadPolicy()
// reads this text.
std::string WritePolicyText(const v1::Policy& policy);

}  // namespace baton::config

#endif  // BATON_CONFIG_POLICY_WRITER_H_
