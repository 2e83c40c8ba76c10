// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/contention_rule.h"

namespace baton::core {

OutcomeClass ContentionClassifier::Classify(
    const AttemptOutcome& outcome) const {
  return ClassifyWithDetails(outcome, AttemptDetails());
}

OutcomeClass ContentionClassifier::ClassifyWithDetails(
    const AttemptOutcome& outcome, const AttemptDetails& details) const {
  const bool is_conflict =
      outcome.code == absl::StatusCode::kFailedPrecondition ||
      outcome.code == absl::StatusCode::kAborted;
  // gRPC on this side never creates these codes, so they are from the server.
  return is_conflict ? OutcomeClass::kContention
                     : default_.ClassifyWithDetails(outcome, details);
}

}  // namespace baton::core
