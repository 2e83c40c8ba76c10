// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_FAILURE_RULES_H_
#define BATON_CORE_POLICY_FAILURE_RULES_H_

#include <cstddef>

#include "baton/attempt_outcome.h"
#include "baton/policy/classifier_options.h"

namespace baton::core {

// The part of a message that rules search. A server may send a long message, so
// that a full search would take too long.
inline constexpr std::size_t kSearchedMessageBytes = 1024;

// Returns whether the failure matches everything that the rule sets. Returns
// false for a rule that sets nothing. Reads only the parts of `details` that
// the rule needs.
bool Matches(const FailureRule& rule, const AttemptOutcome& outcome,
             const AttemptDetails& details);

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_FAILURE_RULES_H_
