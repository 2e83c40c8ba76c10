// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/call_attributes.h"

#include <cstddef>

#include "baton/otel/span_attributes.h"

namespace baton::otel {
namespace {

// The maximum length that google.rpc.ErrorInfo allows. A server may send more.
constexpr std::size_t kMaxErrorReason = 63;

absl::string_view KindWord(RetryBudgetHeader::Kind kind) {
  switch (kind) {
    case RetryBudgetHeader::Kind::kFirst:
      return "first";
    case RetryBudgetHeader::Kind::kRetry:
      return "retry";
    case RetryBudgetHeader::Kind::kHedge:
      return "hedge";
  }
  return "first";
}

void AddStatus(Conventions conventions, absl::StatusCode code,
               AttributeList& attributes) {
  attributes.AddStatusCode(conventions, code);
  if (code != absl::StatusCode::kOk) {
    attributes.Add(kErrorType, StatusCodeName(code));
  }
}

void AddOutcome(const AttemptOutcome& outcome, AttributeList& attributes) {
  attributes.Add(kRetryOrigin, ToString(outcome.origin));
  attributes.AddIfSet(kRetryNeverSent, outcome.never_sent);
  if (const auto wait = DemandedWait(outcome); wait.has_value()) {
    attributes.Add(kRetryPushbackMs, *wait);
  }
  if (outcome.advice.has_value()) {
    attributes.Add(kRetryAdvice, ToString(outcome.advice->verdict));
    if (outcome.advice->reason != RetryAdvice::Reason::kUnspecified) {
      attributes.Add(kRetryAdviceReason, ToString(outcome.advice->reason));
    }
    if (outcome.advice->scope != RetryAdvice::Scope::kRequest) {
      attributes.Add(kRetryAdviceScope, ToString(outcome.advice->scope));
    }
    if (outcome.advice->used.has_value()) {
      attributes.Add(kRetryUsedBelow, *outcome.advice->used);
    }
  }
  if (!outcome.error_reason.empty()) {
    attributes.Add(kRetryErrorReason, outcome.error_reason, kMaxErrorReason);
  }
}

// Adds the texts of a failure, which the server wrote.
void AddFailure(const AttemptFailure& failure, AttributeList& attributes) {
  if (!failure.peer.empty()) {
    attributes.AddEndpoint(kNetworkPeerAddress, kNetworkPeerPort,
                           ParsePeer(failure.peer));
  }
  if (!failure.domain.empty()) {
    attributes.Add(kRetryErrorDomain, failure.domain);
  }
  if (!failure.message.empty()) {
    attributes.Add(kRetryErrorMessage, failure.message);
  }
  if (!failure.request_id.empty()) {
    attributes.Add(kRetryRequestId, failure.request_id);
  }
}

void AddWait(const Decision& decision, AttributeList& attributes) {
  if (decision.wait_cause == WaitCause::kNone) return;
  attributes.Add(kRetryWaitCause, ToString(decision.wait_cause));
  attributes.Add(kRetryWaitMs, decision.delay);
}

void AddDecision(const Decision& decision, AttributeList& attributes) {
  attributes.Add(kRetryOutcomeClass, ToString(decision.outcome_class));
  attributes.Add(kRetryDecision,
                 absl::string_view(decision.retry ? "retry" : "stop"));
  if (!decision.retry) {
    attributes.Add(kRetryStopReason, ToString(decision.reason));
  }
  AddWait(decision, attributes);
}

void AddLate(std::optional<StopReason> reason, AttributeList& attributes) {
  if (!reason.has_value()) return;
  attributes.Add(kRetryLateStopReason, ToString(*reason));
}

}  // namespace

AttributeList AttributesOf(Conventions conventions, const MethodName& method,
                           const CallStart& call) {
  AttributeList attributes;
  attributes.AddMethod(conventions, method);
  attributes.AddEndpoint(kServerAddress, kServerPort, ParseTarget(call.target));
  attributes.Add(kRetryGrant, call.grant);
  attributes.Add(kRetryHop, call.hop);
  if (call.policy != nullptr) {
    attributes.Add(kRetryOwner, ToString(call.policy->retry.owner.mode));
    attributes.Add(kRetryIdempotency, ToString(call.policy->idempotency));
    if (call.policy->mode == Mode::kObserve) {
      attributes.Add(kRetryMode, absl::string_view("observe"));
    }
  }
  attributes.Add(kDeadlineSource, ToString(call.deadline.source));
  attributes.Add(kDeadlineTimeoutMs, call.timeout);
  attributes.AddIfSet(kDeadlineMissing, call.deadline.missing);
  attributes.AddIfSet(kDeadlineCapped, call.deadline.capped);
  return attributes;
}

AttributeList AttributesOf(Conventions conventions, const CallReport& report) {
  AttributeList attributes;
  AddStatus(conventions, report.code, attributes);
  attributes.Add(kRetryAttemptCount, static_cast<int>(report.attempts.size()));
  attributes.Add(kRetryGrantUsed, report.grant_used);
  attributes.Add(kRetryStopReason, ToString(report.stop_reason));
  attributes.AddIfSet(kRetrySuppressed, IsSuppression(report.stop_reason));
  attributes.AddIfSet(kRetryOutcomeUnknown, report.outcome_unknown);
  attributes.AddIfSet(kRetryPrimarySkipped, report.primary_skipped);
  attributes.AddIfSet(kRetryUnlinked, report.is_unlinked);
  if (report.stalled > absl::ZeroDuration()) {
    attributes.Add(kRetryProcessStallMs, report.stalled);
  }
  // The key itself would give access to the stored response.
  if (!report.idempotency_key.empty()) {
    attributes.Add(
        kRetryIdempotencyKey,
        absl::string_view(report.key_is_honored ? "honored" : "sent"));
  }
  if (report.hedge_stop_reason.has_value()) {
    attributes.Add(kRetryHedgeStopReason, ToString(*report.hedge_stop_reason));
  }
  return attributes;
}

AttributeList AttributesOf(Conventions conventions, const MethodName& method,
                           const AttemptStart& attempt) {
  AttributeList attributes;
  attributes.AddMethod(conventions, method);
  attributes.Add(kPreviousRpcAttempts, attempt.number - 1);
  // An interceptor does not see gRPC's own transparent retries.
  attributes.Add(kTransparentRetry, false);
  attributes.Add(kRetryAttemptNumber, attempt.number);
  attributes.Add(kRetryKind, KindWord(attempt.header.kind));
  if (attempt.fallback > 0) attributes.Add(kRetryFallback, attempt.fallback);
  attributes.Add(kRetryForwardedGrant, attempt.header.grant);
  attributes.Add(kRetryHop, attempt.header.hop);
  attributes.Add(kDeadlineRemainingMs, attempt.remaining);
  return attributes;
}

AttributeList AttributesOf(Conventions conventions, const AttemptEnd& attempt) {
  AttributeList attributes;
  AddStatus(conventions, attempt.outcome->code, attributes);
  AddOutcome(*attempt.outcome, attributes);
  if (attempt.decision != nullptr) AddDecision(*attempt.decision, attributes);
  AddLate(attempt.late_stop_reason, attributes);
  if (attempt.failure != nullptr) AddFailure(*attempt.failure, attributes);
  return attributes;
}

AttributeList AttributesOfDiscarded(Conventions conventions,
                                    const AttemptReport& attempt) {
  AttributeList attributes;
  AddStatus(conventions, attempt.code, attributes);
  attributes.Add(kRetryOrigin, ToString(attempt.origin));
  attributes.Add(kRetryResultDiscarded, true);
  AddLate(attempt.late_stop_reason, attributes);
  if (attempt.failure != nullptr) AddFailure(*attempt.failure, attributes);
  return attributes;
}

AttributeList AttributesOfWait(const Decision& decision,
                               std::optional<absl::Duration> demanded) {
  AttributeList attributes;
  AddWait(decision, attributes);
  if (demanded.has_value()) attributes.Add(kRetryPushbackMs, *demanded);
  return attributes;
}

}  // namespace baton::otel
