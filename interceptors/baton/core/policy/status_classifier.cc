// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/status_classifier.h"

#include <optional>

#include "baton/core/policy/classifier_presets.h"
#include "baton/core/policy/failure_rules.h"

namespace baton {
namespace {

using absl::StatusCode;

// Returns whether the server reports overload or requests a wait. A wait of
// zero permits a retry and is no sign of overload.
bool SpeaksOfOverload(const AttemptOutcome& outcome) {
  if (DemandedWait(outcome).value_or(absl::ZeroDuration()) >
      absl::ZeroDuration()) {
    return true;
  }
  if (!outcome.advice.has_value()) return false;
  const RetryAdvice::Reason reason = outcome.advice->reason;
  return reason == RetryAdvice::Reason::kOverload ||
         reason == RetryAdvice::Reason::kThrottled;
}

// Returns the code to classify. If gRPC on the other side ended the stream by
// itself, the stream was lost. A CANCELLED of a handler is final.
StatusCode CodeToJudge(const AttemptOutcome& outcome) {
  return outcome.code == StatusCode::kCancelled &&
                 outcome.origin == AttemptOrigin::kUnconfirmed
             ? StatusCode::kUnavailable
             : outcome.code;
}

// Returns the class that the preset gives to the code of a response, if it
// retries this code. Codes that gRPC on this side created are not the
// service's, except that a lost connection is always UNAVAILABLE.
std::optional<OutcomeClass> RetriedByPreset(ClassifierPreset preset,
                                            const AttemptOutcome& outcome) {
  const StatusCode code = CodeToJudge(outcome);
  if (outcome.origin != AttemptOrigin::kServer &&
      code != StatusCode::kUnavailable) {
    return std::nullopt;
  }
  const std::optional<OutcomeClass> found = core::ClassOfCode(preset, code);
  return found == OutcomeClass::kPermanent ? std::nullopt : found;
}

}  // namespace

OutcomeClass StatusClassifier::Classify(const AttemptOutcome& outcome) const {
  return ClassifyWithDetails(outcome, AttemptDetails());
}

OutcomeClass StatusClassifier::ClassifyWithDetails(
    const AttemptOutcome& outcome, const AttemptDetails& details) const {
  if (outcome.code == StatusCode::kOk) return OutcomeClass::kSuccess;
  if (outcome.origin == AttemptOrigin::kCancelled) {
    return OutcomeClass::kCancelled;
  }
  if (outcome.origin == AttemptOrigin::kCallDeadline) {
    return OutcomeClass::kExpired;
  }
  for (const FailureRule& rule : options_.rules) {
    if (core::Matches(rule, outcome, details)) return rule.outcome_class;
  }
  if (outcome.provably_not_processed) return OutcomeClass::kTransient;
  if (outcome.origin == AttemptOrigin::kAttemptTimeout) {
    return OutcomeClass::kTimeout;
  }
  const bool is_exhausted = outcome.code == StatusCode::kResourceExhausted;
  if (is_exhausted && outcome.origin != AttemptOrigin::kServer) {
    return OutcomeClass::kPermanent;
  }
  std::optional<OutcomeClass> by_preset =
      core::ClassOfNamedFailure(options_.preset, outcome, details);
  if (by_preset == OutcomeClass::kPermanent) return OutcomeClass::kPermanent;
  if (is_exhausted && DemandedWait(outcome).has_value()) {
    return OutcomeClass::kThrottled;
  }
  if (!by_preset.has_value()) {
    by_preset = RetriedByPreset(options_.preset, outcome);
  }
  if (!by_preset.has_value() &&
      !options_.retryable_codes.Contains(CodeToJudge(outcome))) {
    return OutcomeClass::kPermanent;
  }
  if (SpeaksOfOverload(outcome)) return OutcomeClass::kThrottled;
  if (by_preset.has_value()) return *by_preset;
  switch (outcome.code) {
    case StatusCode::kResourceExhausted:
      return OutcomeClass::kThrottled;
    case StatusCode::kDeadlineExceeded:
      return OutcomeClass::kTimeout;
    case StatusCode::kAborted:
      return OutcomeClass::kContention;
    default:
      return OutcomeClass::kTransient;
  }
}

}  // namespace baton
