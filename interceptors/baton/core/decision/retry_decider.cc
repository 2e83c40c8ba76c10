// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/retry_decider.h"

#include <algorithm>
#include <optional>

#include "baton/core/decision/connection_wait.h"
#include "baton/core/policy/backoff.h"

namespace baton::core {
namespace {

// Returns whether this failed attempt may have taken effect on the server.
bool EffectPossible(const AttemptOutcome& outcome) {
  if (outcome.code == absl::StatusCode::kOk) return false;
  if (CertainlyNotProcessed(outcome)) return false;
  if (outcome.origin != AttemptOrigin::kServer) return true;
  if (outcome.advice.has_value() &&
      outcome.advice->reason == RetryAdvice::Reason::kAmbiguous) {
    return true;
  }
  // Servers return these codes if they do not know the result themselves. The
  // other codes mean that the server examined and rejected the request.
  constexpr StatusCodeSet kVague = {
      absl::StatusCode::kCancelled,        absl::StatusCode::kUnknown,
      absl::StatusCode::kDeadlineExceeded, absl::StatusCode::kInternal,
      absl::StatusCode::kUnavailable,      absl::StatusCode::kDataLoss};
  return kVague.Contains(outcome.code);
}

// Returns a reason if the server forbids a retry. If a callee has exhausted its
// part of the grant, the part that was kept here is still usable. The grant
// bounds both. If a server speaks only of itself, another server may be tried.
std::optional<StopReason> StoppedByServer(const AttemptOutcome& outcome,
                                          const CallProgress& progress) {
  if (outcome.advice.has_value() &&
      outcome.advice->verdict == RetryAdvice::Verdict::kNo) {
    if (outcome.advice->reason == RetryAdvice::Reason::kExhausted &&
        progress.grant.KeepsSomeGrant()) {
      return std::nullopt;
    }
    // The pushback beside such advice is for clients without Baton.
    if (outcome.advice->scope == RetryAdvice::Scope::kServer &&
        progress.may_reach_other_server) {
      return std::nullopt;
    }
    return StopReason::kServerAdvice;
  }
  if (outcome.pushback.kind == Pushback::Kind::kNever) {
    return StopReason::kServerPushback;
  }
  return std::nullopt;
}

// Makes checks 1 to 4.
std::optional<StopReason> StoppedByOutcome(const MethodPolicy& policy,
                                           const AttemptOutcome& outcome,
                                           OutcomeClass outcome_class,
                                           const CallProgress& progress) {
  switch (outcome_class) {
    case OutcomeClass::kSuccess:
      return StopReason::kSucceeded;
    case OutcomeClass::kCancelled:
      return StopReason::kCancelled;
    case OutcomeClass::kExpired:
      return StopReason::kNotEnoughTime;
    case OutcomeClass::kPermanent:
      return StopReason::kNotRetryable;
    case OutcomeClass::kTransient:
    case OutcomeClass::kTimeout:
    case OutcomeClass::kThrottled:
    case OutcomeClass::kContention:
      break;
  }
  switch (progress.commitment) {
    case Commitment::kOpen:
      break;
    case Commitment::kCommitted:
      return StopReason::kCommitted;
    case Commitment::kBufferFull:
      return StopReason::kReplayBufferFull;
  }
  if (!MayRepeat(policy, progress) && !CertainlyNotProcessed(outcome)) {
    return StopReason::kNotIdempotent;
  }
  return StoppedByServer(outcome, progress);
}

RetryCost CostAfter(OutcomeClass outcome_class) {
  switch (outcome_class) {
    case OutcomeClass::kTimeout:
      return RetryCost::kTimeout;
    case OutcomeClass::kThrottled:
      return RetryCost::kThrottled;
    default:
      return RetryCost::kTransient;
  }
}

WaitCause CauseOfDemand(const AttemptOutcome& outcome,
                        absl::Duration demanded) {
  if (outcome.advice.has_value() &&
      outcome.advice->verdict == RetryAdvice::Verdict::kAfter &&
      outcome.advice->delay == demanded) {
    return WaitCause::kAdvice;
  }
  if (outcome.pushback.kind == Pushback::Kind::kAfter &&
      outcome.pushback.delay == demanded) {
    return WaitCause::kPushback;
  }
  return WaitCause::kRetryInfo;
}

struct Wait {
  absl::Duration delay;
  WaitCause cause;
  MonotonicTime connect_by = MonotonicTime::InfiniteFuture();
};

Wait ChooseWait(const MethodPolicy& policy, const AttemptOutcome& outcome,
                OutcomeClass outcome_class, const CallProgress& progress,
                UniformSource& random) {
  const RetryOptions& options = policy.retry;
  if (const auto demanded = DemandedWait(outcome); demanded.has_value()) {
    const absl::Duration bounded =
        std::clamp(*demanded, absl::ZeroDuration(), options.max_pushback);
    const absl::Duration wait =
        DrawDemandedWait(bounded, options.pushback_jitter_ratio, random);
    return {std::min(wait, options.max_pushback),
            CauseOfDemand(outcome, *demanded)};
  }
  const int retry = progress.OfClass(outcome_class).backoff_waits + 1;
  if (outcome.never_sent && progress.waits_for_connection &&
      !progress.skips_connection_wait) {
    // Also draws a backoff: a channel that keeps changing its state must not
    // make the call spin.
    return {DrawBackoff(options.backoff, retry, random), WaitCause::kConnection,
            ConnectBy(policy, progress)};
  }
  const ClassRetryOptions* own = options.OfClass(outcome_class);
  if (own != nullptr) {
    return {DrawBackoff(own->backoff, retry, random),
            outcome_class == OutcomeClass::kThrottled
                ? WaitCause::kThrottledBackoff
                : WaitCause::kContentionBackoff};
  }
  return {DrawBackoff(options.backoff, retry, random), WaitCause::kBackoff};
}

bool IsRequested(WaitCause cause) {
  return cause == WaitCause::kPushback || cause == WaitCause::kRetryInfo ||
         cause == WaitCause::kAdvice;
}

// Records a retry after a failure of this class.
void BookRetry(OutcomeClass outcome_class, WaitCause cause, MonotonicTime now,
               CallProgress& progress) {
  ClassProgress& own = progress.OfClass(outcome_class);
  if (!own.failed_since.has_value()) own.failed_since = now;
  if (!IsRequested(cause)) {
    ++own.backoff_waits;
    return;
  }
  // All curves start again.
  for (ClassProgress* one :
       {&progress.throttled, &progress.contention, &progress.other_classes}) {
    one->backoff_waits = 0;
  }
}

}  // namespace

Decision RetryDecider::Decide(const AttemptOutcome& outcome, MonotonicTime now,
                              UniformSource& random,
                              CallProgress& progress) const {
  return DecideOrAsk(outcome, /*only_asked=*/false, now, random, progress);
}

Decision RetryDecider::WouldDecide(const AttemptOutcome& outcome,
                                   MonotonicTime now, UniformSource& random,
                                   CallProgress& progress) const {
  return DecideOrAsk(outcome, /*only_asked=*/true, now, random, progress);
}

void RetryDecider::ApplyBackoff(const Decision& decision, MonotonicTime now,
                                const CallProgress& progress,
                                AttemptRequest& request) const {
  if (backoff_ == nullptr || decision.wait_cause == WaitCause::kConnection) {
    return;
  }
  const absl::Duration computed = request.delay;
  RetryWait wait;
  wait.method = method_;
  wait.outcome_class = decision.outcome_class;
  wait.attempt = std::max(progress.grant.attempts_admitted(), 1);
  wait.cause = decision.wait_cause;
  wait.computed = computed;
  const absl::Duration chosen = backoff_->Wait(wait);
  const bool too_short = IsRequested(wait.cause) && chosen < computed;
  if (chosen < absl::ZeroDuration() || too_short ||
      chosen == absl::InfiniteDuration()) {
    return;
  }
  const absl::Duration longest = LongestWait(policy_, request, now, progress);
  request.delay = std::min(chosen, std::max(longest, computed));
}

Decision RetryDecider::DecideOrAsk(const AttemptOutcome& outcome,
                                   bool only_asked, MonotonicTime now,
                                   UniformSource& random,
                                   CallProgress& progress) const {
  Decision decision;
  decision.outcome_class = classifier_.Classify(outcome);
  std::optional<StopReason> stop_reason =
      StoppedByOutcome(policy_, outcome, decision.outcome_class, progress);
  if (!stop_reason.has_value() && outcome.never_sent && progress.fails_fast &&
      !progress.skips_connection_wait) {
    stop_reason = StopReason::kNoConnection;
  }
  if (!stop_reason.has_value() &&
      outcome.origin == AttemptOrigin::kConnectTimeout && outcome.never_sent &&
      !progress.skips_connection_wait) {
    stop_reason = StopReason::kConnectTimeout;
  }
  if (!stop_reason.has_value()) {
    const Wait wait =
        ChooseWait(policy_, outcome, decision.outcome_class, progress, random);
    decision.wait_cause = wait.cause;
    decision.connect_by = wait.connect_by;
    decision.cost = CostAfter(decision.outcome_class);
    decision.paid = !IsFirstSent(progress);
    AttemptRequest request =
        RetryAfter(policy_.retry, decision.outcome_class, now, progress);
    request.delay = wait.delay;
    request.cost = decision.cost;
    request.only_asked = only_asked;
    request.replaces_unsent =
        outcome.never_sent && !progress.skips_connection_wait;
    request.connect_by = wait.connect_by;
    ApplyBackoff(decision, now, progress, request);
    decision.delay = request.delay;
    stop_reason = AdmitAttempt(policy_, request, target_, now, progress);
  }
  if (stop_reason.has_value()) {
    decision.reason = *stop_reason;
    decision.paid = false;
    decision.outcome_unknown =
        outcome.code != absl::StatusCode::kOk &&
        policy_.idempotency != Idempotency::kNoSideEffects &&
        (progress.effect_possible || EffectPossible(outcome));
    return decision;
  }
  decision.retry = true;
  progress.effect_possible |= EffectPossible(outcome);
  BookRetry(decision.outcome_class, decision.wait_cause, now, progress);
  return decision;
}

}  // namespace baton::core
