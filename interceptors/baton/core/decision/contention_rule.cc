// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/contention_rule.h"

namespace baton::core {

OutcomeClass ContentionClassifier::Classify(
    const AttemptOutcome& outcome) const {
  const bool is_conflict =
      outcome.code == absl::StatusCode::kFailedPrecondition ||
      outcome.code == absl::StatusCode::kAborted;
  // gRPC on this side never creates these codes, so they are from the server.
  return is_conflict ? OutcomeClass::kContention : default_.Classify(outcome);
}

}  // namespace baton::core
