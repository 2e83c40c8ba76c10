// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary_call.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "baton/core/retry_budget_header.h"
#include "baton/rpc/attempt_creation.h"
#include "baton/rpc/context_access.h"
#include "baton/rpc/convert.h"
#include "baton/rpc/delivery.h"
#include "baton/rpc/drop_elsewhere.h"
#include "baton/rpc/early_status.h"
#include "baton/rpc/error_text.h"
#include "baton/rpc/real_clock.h"
#include "baton/rpc/watched_parent.h"

namespace baton::rpc {

UnaryCall::UnaryCall(CapturedCall&& captured,
                     std::unique_ptr<CallDriver> driver)
    : captured_{std::move(captured.plan),          captured.outer,
                std::move(captured.metadata),      {},
                std::move(captured.channel_below), std::move(captured.parent)},
      driver_(std::move(driver)),
      stub_(captured_.channel_below),
      extension_(ContextExtension::FindOrAttach(*captured_.outer)),
      keeps_extension_(StoredAuthContext(*captured_.outer)),
      ledger_(captured_.plan),
      recorder_(captured_.plan),
      watched_parent_(
          WatchedParent(*captured_.outer, captured_.parent, captured_.plan)) {
  // A ByteBuffer that is moved is copied.
  request_.Swap(&captured.request);
}

UnaryCall::~UnaryCall() = default;

void UnaryCall::Begin() {
  Post([](UnaryCall& call) {
    if (call.state_ != State::kIdle) return;
    if (call.captured_.plan.deadline.deadline.HasPassed(RealClock().Now())) {
      call.Finish(nullptr, DeadlineExceeded(),
                  core::Decision::Stop(core::StopReason::kDeadline));
    } else {
      call.StartAttempt();
    }
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
  if (timer_due_ == core::MonotonicTime::InfiniteFuture()) return;
  timer_due_ = core::MonotonicTime::InfiniteFuture();
  driver_->ClearTimer();
}

void UnaryCall::StartAttempt() {
  state_ = State::kRunning;
  parent_watch_.Stop();
  auto attempt = std::make_shared<Attempt>();
  attempt->facts = ledger_.StartAttempt();
  attempt->owner = shared_from_this();
  PrepareAttemptContext(*captured_.outer, captured_.metadata,
                        captured_.plan.deadline.deadline,
                        captured_.parent.get(), &attempt->context);
  if (captured_.plan.wait_for_ready) attempt->context.set_wait_for_ready(true);
  AttemptContextMetadata metadata(attempt->context);
  const core::RetryBudgetHeader& header = attempt->facts.header;
  char buffer[core::kRetryBudgetBytes];
  metadata.Set(core::kRetryBudgetKey, core::EncodeRetryBudget(header, buffer));
  if (header.attempts_made > 0) {
    // Reaches the server only if core's own retries are off; then it tells
    // servers that know nothing of ours.
    metadata.Set("grpc-previous-rpc-attempts",
                 absl::StrCat(header.attempts_made));
  }
  recorder_.OnAttemptStart(attempt->facts, metadata);
  const core::MonotonicTime late_at = ledger_.LateAt(attempt->facts);
  if (late_at != core::MonotonicTime::InfiniteFuture()) SetTimer(late_at);
  running_ = attempt;
  driver_->OnPhase(CallDriver::Phase::kRunning);
  const AttemptCreation creation(attempt->context);
  driver_->Start(stub_, captured_.plan.method, request_, std::move(attempt));
}

void UnaryCall::HandleAttemptDone(const std::shared_ptr<Attempt>& attempt) {
  // The attempt's object may be held for longer, by whoever is on its way out
  // of one of its events, but not the channel: gRPC ends the threads of the
  // callback API with the last channel that uses it, which must therefore not
  // be dropped on one of them.
  std::shared_ptr<const void> channel = TakeChannel(attempt->context);
  if (state_ != State::kRunning || attempt != running_) {
    // The application has its answer and may have dropped everything.
    DropElsewhere(std::move(channel));
    return;
  }
  // It has not, so its context holds the channel too.
  channel = nullptr;
  ClearTimer();
  const core::AttemptOutcome outcome = ledger_.OutcomeOf(
      attempt->status, attempt->context,
      captured_.parent.get() == nullptr ? CallLedger::Enders::kNobody
                                        : CallLedger::Enders::kAlsoOthers);
  const core::Decision decision = ledger_.OnAttemptEnd(attempt->facts, outcome);
  recorder_.OnAttemptEnd(attempt->facts, outcome, decision);
  if (decision.retry) {
    RetryAfter(decision);
    return;
  }
  const bool too_late =
      attempt->status.ok() && outcome.code != absl::StatusCode::kOk;
  Finish(attempt, too_late ? DeadlineExceeded() : attempt->status, decision);
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
  core::AttemptOutcome late;
  const std::shared_ptr<Attempt> attempt = running_;
  const core::Decision decision = ledger_.OnLate(attempt->facts, &late);
  // Without permission for another attempt this one is the best there is.
  if (!decision.retry) return;
  recorder_.OnAttemptEnd(attempt->facts, late, decision);
  RetryAfter(decision);
  attempt->context.TryCancel();
}

void UnaryCall::RetryAfter(const core::Decision& decision) {
  state_ = State::kWaiting;
  running_ = nullptr;
  recorder_.OnWait(decision);
  driver_->OnPhase(CallDriver::Phase::kWaiting);
  SetTimer(RealClock().Now() + decision.delay);
  WatchParent();
}

void UnaryCall::WatchParent() {
  if (watched_parent_ == nullptr) return;
  parent_watch_.Start(watched_parent_, [call = weak_from_this()] {
    if (const auto alive = call.lock()) {
      alive->Post([](UnaryCall& self) { self.HandleParentEnd(); });
    }
  });
}

void UnaryCall::HandleParentEnd() {
  if (state_ != State::kWaiting) return;
  const core::Deadline deadline = captured_.plan.deadline.deadline;
  CancelWith(deadline.HasPassed(RealClock().Now()) ? DeadlineExceeded()
                                                   : Cancelled());
}

void UnaryCall::HandleCancel() { CancelWith(Cancelled()); }

void UnaryCall::CancelWith(const grpc::Status& status) {
  if (state_ == State::kFinished) return;
  const core::Decision decision = ledger_.OnCancel(running_ != nullptr);
  if (state_ == State::kWaiting) ledger_.DropNext();
  const std::shared_ptr<Attempt> running = std::move(running_);
  if (running != nullptr) running->context.TryCancel();
  Finish(nullptr, status, decision);
}

void UnaryCall::Finish(std::shared_ptr<Attempt> winner, grpc::Status status,
                       const core::Decision& decision) {
  state_ = State::kFinished;
  parent_watch_.Stop();
  running_ = nullptr;
  ClearTimer();
  const absl::StatusCode code = FromGrpcCode(status.error_code());
  ledger_.OnCallEnd(code);
  std::unique_ptr<const core::CallReport> report =
      recorder_.OnCallEnd(code, decision, ledger_.progress());
  status_ = captured_.plan.channel->options().explain_errors
                ? Explained(std::move(status), *report)
                : std::move(status);
  extension_.SetReport(std::move(report));
  if (winner != nullptr && !winner->status.ok()) {
    SetDebugErrorString(*captured_.outer, winner->context.debug_error_string());
  }
  if (winner != nullptr) {
    extension_.SetAuthContextOf(winner->context.c_call());
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
