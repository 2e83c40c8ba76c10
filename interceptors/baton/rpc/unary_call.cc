// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary_call.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "baton/core/retry_decider.h"
#include "baton/rpc/attempt_creation.h"
#include "baton/rpc/context_access.h"
#include "baton/rpc/convert.h"
#include "baton/rpc/delivery.h"
#include "baton/rpc/error_text.h"
#include "baton/rpc/outcome_reader.h"
#include "baton/rpc/real_clock.h"
#include "baton/rpc/real_random.h"

namespace baton::rpc {
namespace {

using core::AttemptOrigin;
using Why = core::RetryBudgetHeader::Why;

Why WhyOf(const core::AttemptOutcome& outcome, core::OutcomeClass klass) {
  if (outcome.provably_not_processed) return Why::kRefused;
  switch (klass) {
    case core::OutcomeClass::kTimeout:
      return Why::kTimeout;
    case core::OutcomeClass::kThrottled:
      return Why::kThrottled;
    default:
      return Why::kUnavailable;
  }
}

grpc::Status DeadlineExceeded() {
  return grpc::Status(grpc::StatusCode::DEADLINE_EXCEEDED, "Deadline Exceeded");
}

core::AttemptOutcome Late() {
  core::AttemptOutcome outcome;
  outcome.code = absl::StatusCode::kDeadlineExceeded;
  outcome.origin = AttemptOrigin::kAttemptLimit;
  return outcome;
}

}  // namespace

UnaryCall::UnaryCall(CapturedCall captured, std::unique_ptr<CallDriver> driver)
    : captured_(std::move(captured)),
      default_classifier_(captured_.plan.policy->retry.classifier),
      driver_(std::move(driver)),
      stub_(captured_.channel_below),
      parent_(*captured_.outer),
      extension_(ContextExtension::FindOrAttach(*captured_.outer)),
      keeps_extension_(StoredAuthContext(*captured_.outer)),
      progress_(captured_.plan.started_at, captured_.plan.deadline.deadline,
                core::CallGrant(captured_.plan.grant,
                                captured_.plan.policy->retry.owner,
                                captured_.plan.channel->target().takes_part())),
      recorder_(captured_.plan) {}

UnaryCall::~UnaryCall() = default;

void UnaryCall::Begin() {
  Post([](UnaryCall& call) {
    if (call.state_ == State::kIdle) call.StartAttempt();
  });
}

void UnaryCall::Answer(InterceptorBatchMethods* batch) {
  Post([batch](UnaryCall& call) {
    call.held_[call.held_[0] == nullptr ? 0 : 1] = batch;
    if (call.state_ == State::kFinished) call.AnswerHeld();
  });
}

void UnaryCall::Cancel() {
  Post([](UnaryCall& call) { call.HandleCancel(); });
}

void UnaryCall::Abandon() {
  Post([](UnaryCall& call) {
    call.held_[0] = call.held_[1] = nullptr;
    call.HandleCancel();
  });
}

void UnaryCall::OnTimer() {
  Post([](UnaryCall& call) { call.HandleTimer(); });
}

void UnaryCall::OnAttemptDone(std::shared_ptr<Attempt> attempt) {
  Post([attempt = std::move(attempt)](UnaryCall& call) {
    call.HandleAttemptDone(attempt);
  });
}

void UnaryCall::SetTimer(core::MonotonicTime at) {
  timer_due_ = at;
  driver_->SetTimer(at);
}

void UnaryCall::ClearTimer() {
  timer_due_ = core::MonotonicTime::InfiniteFuture();
  driver_->ClearTimer();
}

core::RetryBudgetHeader UnaryCall::NextHeader() {
  core::RetryBudgetHeader header;
  header.attempts_made = progress_.grant.attempts();
  header.grant = progress_.grant.StartAttempt();
  header.hop = captured_.plan.hop + 1;
  if (attempts_started_ > 0) {
    header.kind = core::RetryBudgetHeader::Kind::kRetry;
    header.why = last_failure_;
  }
  return header;
}

void UnaryCall::StartAttempt() {
  state_ = State::kRunning;
  auto attempt = std::make_shared<Attempt>();
  AttemptFacts& facts = attempt->facts;
  facts.header = NextHeader();
  facts.number = ++attempts_started_;
  facts.started_at = RealClock().Now();
  if (paid_.has_value()) {
    facts.waited = paid_->delay;
    facts.wait_cause = paid_->wait_cause;
  }
  attempt->owner = shared_from_this();
  PrepareAttemptContext(*captured_.outer, captured_.metadata,
                        captured_.plan.deadline.deadline, parent_.get(),
                        &attempt->context);
  AttemptContextMetadata metadata(attempt->context);
  char buffer[core::kRetryBudgetBytes];
  metadata.Set(core::kRetryBudgetKey,
               core::EncodeRetryBudget(facts.header, buffer));
  if (facts.header.attempts_made > 0) {
    metadata.Set("grpc-previous-rpc-attempts",
                 absl::StrCat(facts.header.attempts_made));
  }
  recorder_.OnAttemptStart(facts, metadata);
  if (const core::MonotonicTime late_at = LateAt(facts.started_at);
      late_at != core::MonotonicTime::InfiniteFuture()) {
    SetTimer(late_at);
  }
  running_ = attempt;
  driver_->OnPhase(CallDriver::Phase::kRunning);
  const AttemptCreation creation(attempt->context);
  driver_->Start(stub_, captured_.plan.method, captured_.request,
                 std::move(attempt));
}

core::MonotonicTime UnaryCall::LateAt(core::MonotonicTime now) const {
  const core::MethodPolicy& policy = *captured_.plan.policy;
  const int left = policy.retry.max_attempts - progress_.unsent_attempts -
                   progress_.grant.attempts() + 1;
  // A late attempt may have been processed, so without idempotency the answer
  // to the question would be no.
  if (left <= 1 || !core::MayRunTwice(policy.idempotency)) {
    return core::MonotonicTime::InfiniteFuture();
  }
  const absl::Duration remaining = progress_.deadline.Remaining(now);
  const absl::Duration limit =
      core::AttemptLimit(policy.deadline, remaining, left, std::nullopt);
  return limit < remaining ? now + limit
                           : core::MonotonicTime::InfiniteFuture();
}

core::AttemptOutcome UnaryCall::OutcomeOf(const Attempt& attempt) const {
  core::AttemptOutcome outcome =
      ReadOutcome(attempt.status, attempt.context, AttemptOrigin::kServer);
  const bool out_of_time = progress_.deadline.HasPassed(RealClock().Now());
  if (out_of_time && attempt.status.ok()) {
    outcome.code = absl::StatusCode::kDeadlineExceeded;
    outcome.origin = AttemptOrigin::kCallDeadline;
  } else if (outcome.origin == AttemptOrigin::kNoAnswer) {
    // We gave attempts no deadline but the call's, and did not cancel this
    // one: it was that deadline, or the parent's, or the parent was cancelled.
    if (outcome.code == absl::StatusCode::kDeadlineExceeded) {
      outcome.origin = AttemptOrigin::kCallDeadline;
    } else if (outcome.code == absl::StatusCode::kCancelled) {
      outcome.origin = AttemptOrigin::kCancelled;
    }
  }
  return outcome;
}

core::Decision UnaryCall::Decide(const core::AttemptOutcome& outcome) {
  const core::Classifier* const custom =
      captured_.plan.channel->options().classifier.get();
  const core::RetryDecider decider(
      *captured_.plan.policy, custom != nullptr ? *custom : default_classifier_,
      target().state());
  return decider.Decide(outcome, RealClock().Now(), ThreadUniform(), progress_);
}

void UnaryCall::SettleEnded(const Attempt& attempt,
                            const core::AttemptOutcome& outcome) {
  if (outcome.advice.has_value()) target().NoteTakesPart();
  if (outcome.provably_not_processed) {
    // No server has seen it, so it is charged to nobody.
    progress_.grant.UndoAttempt(attempt.facts.header.grant);
    ++progress_.unsent_attempts;
    if (paid_.has_value()) {
      target().budget().ReturnUnsent(paid_->cost, progress_.spending);
    }
    return;
  }
  progress_.grant.EndAttempt(
      attempt.facts.header.grant,
      outcome.advice.has_value() ? outcome.advice->used : std::nullopt);
  if (attempt.facts.number > 1) {
    target().health().OnRetryEnded(outcome.code == absl::StatusCode::kOk,
                                   RealClock().Now());
  }
}

void UnaryCall::HandleAttemptDone(const std::shared_ptr<Attempt>& attempt) {
  if (state_ != State::kRunning || attempt != running_) return;
  ClearTimer();
  const core::AttemptOutcome outcome = OutcomeOf(*attempt);
  SettleEnded(*attempt, outcome);
  const core::Decision decision = Decide(outcome);
  recorder_.OnAttemptEnd(attempt->facts, outcome, decision);
  if (decision.retry) {
    last_failure_ = WhyOf(outcome, decision.outcome_class);
    RetryAfter(decision);
    return;
  }
  const bool late_ok =
      attempt->status.ok() && outcome.code != absl::StatusCode::kOk;
  Finish(attempt, late_ok ? DeadlineExceeded() : attempt->status, decision);
}

void UnaryCall::HandleTimer() {
  // It may be one that was too late to be cleared.
  if (RealClock().Now() < timer_due_) return;
  ClearTimer();
  if (state_ == State::kWaiting) {
    StartAttempt();
  } else if (state_ == State::kRunning) {
    HandleLateAttempt();
  }
}

void UnaryCall::HandleLateAttempt() {
  const core::AttemptOutcome outcome = Late();
  const std::shared_ptr<Attempt> attempt = running_;
  const core::Decision decision = Decide(outcome);
  // Without permission for another attempt this one is the best there is.
  if (!decision.retry) return;
  // Given up, it may still use all that it was given.
  progress_.grant.EndAttempt(attempt->facts.header.grant, std::nullopt);
  recorder_.OnAttemptEnd(attempt->facts, outcome, decision);
  last_failure_ = Why::kTimeout;
  RetryAfter(decision);
  attempt->context.TryCancel();
}

void UnaryCall::RetryAfter(const core::Decision& decision) {
  state_ = State::kWaiting;
  running_ = nullptr;
  paid_ = decision;
  recorder_.OnWait(decision);
  driver_->OnPhase(CallDriver::Phase::kWaiting);
  SetTimer(RealClock().Now() + decision.delay);
}

void UnaryCall::HandleCancel() {
  if (state_ == State::kFinished) return;
  core::Decision decision = core::Decision::Stop(core::StopReason::kCancelled);
  decision.outcome_class = core::OutcomeClass::kCancelled;
  decision.outcome_unknown =
      captured_.plan.policy->idempotency != core::Idempotency::kNoSideEffects &&
      (running_ != nullptr || progress_.effect_possible);
  if (state_ == State::kWaiting) {
    target().budget().ReturnUnsent(paid_->cost, progress_.spending);
    progress_.grant.ReleaseAttempt();
  }
  const std::shared_ptr<Attempt> running = std::move(running_);
  if (running != nullptr) running->context.TryCancel();
  Finish(nullptr, grpc::Status(grpc::StatusCode::CANCELLED, "Cancelled"),
         decision);
}

void UnaryCall::SettleBudget(absl::StatusCode code) {
  if (code != absl::StatusCode::kOk) return;
  if (attempts_started_ == 1) {
    target().budget().OnFirstAttemptSuccess();
  } else {
    target().budget().OnCallSaved(progress_.spending);
  }
}

void UnaryCall::Finish(std::shared_ptr<Attempt> winner, grpc::Status status,
                       core::Decision decision) {
  state_ = State::kFinished;
  running_ = nullptr;
  ClearTimer();
  const absl::StatusCode code = FromGrpcCode(status.error_code());
  SettleBudget(code);
  core::CallReport report = recorder_.OnCallEnd(code, decision, progress_);
  status_ = captured_.plan.channel->options().explain_errors
                ? Explained(std::move(status), report)
                : std::move(status);
  extension_.SetReport(std::move(report));
  if (winner != nullptr) {
    extension_.SetAuthContext(winner->context.auth_context());
    winner_ = std::move(winner);
  }
  AnswerHeld();
  driver_->OnPhase(CallDriver::Phase::kFinished);
}

void UnaryCall::AnswerHeld() {
  for (InterceptorBatchMethods*& held : held_) {
    InterceptorBatchMethods* const batch = std::exchange(held, nullptr);
    if (batch == nullptr) continue;
    Deliver(winner_.get(), status_, captured_.plan.channel->options().codec,
            *batch);
    batch->Proceed();
  }
}

}  // namespace baton::rpc
