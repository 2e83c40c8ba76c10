// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/final_result.h"

#include "baton/policy/defaults.h"

namespace baton::core {

bool HasFinalResult(const AttemptOutcome& outcome, OutcomeClass outcome_class) {
  if (outcome_class == OutcomeClass::kSuccess) return true;
  return outcome_class == OutcomeClass::kPermanent &&
         outcome.origin == AttemptOrigin::kServer;
}

bool ShowsHealth(const AttemptOutcome& outcome, OutcomeClass outcome_class) {
  return HasFinalResult(outcome, outcome_class) &&
         IsFinalResponse(outcome.code);
}

bool IsRetryable(OutcomeClass outcome_class) {
  return outcome_class == OutcomeClass::kTransient ||
         outcome_class == OutcomeClass::kTimeout ||
         outcome_class == OutcomeClass::kThrottled ||
         outcome_class == OutcomeClass::kContention;
}

bool IsFailureForBreakers(const AttemptOutcome& outcome,
                          OutcomeClass outcome_class) {
  if (outcome.code == absl::StatusCode::kCancelled) return false;
  switch (outcome_class) {
    case OutcomeClass::kTransient:
    case OutcomeClass::kTimeout:
    case OutcomeClass::kThrottled:
    case OutcomeClass::kExpired:
      return true;
    case OutcomeClass::kSuccess:
    case OutcomeClass::kContention:
    case OutcomeClass::kPermanent:
    case OutcomeClass::kCancelled:
      return false;
  }
  return false;
}

bool IsFinalResponse(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kNotFound:
      return true;
    case absl::StatusCode::kCancelled:
    case absl::StatusCode::kDataLoss:
      return false;
    default:
      return defaults::kNeverRetryableCodes.Contains(code);
  }
}

bool IsRetryableResponse(absl::StatusCode code) {
  return !IsFinalResponse(code) &&
         !defaults::kNeverRetryableCodes.Contains(code);
}

}  // namespace baton::core
