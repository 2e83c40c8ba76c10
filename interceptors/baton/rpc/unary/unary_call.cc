// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/unary_call.h"

#include <utility>

#include "baton/rpc/call/channel_selection.h"
#include "baton/rpc/call/error_text.h"
#include "baton/rpc/call/outcome_of.h"
#include "baton/rpc/call/response_details.h"
#include "baton/rpc/grpc/attempt_creation.h"
#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/grpc/convert.h"
#include "baton/rpc/request/context_extension.h"

namespace baton::rpc {

UnaryCall::UnaryCall(CapturedCall&& captured,
                     std::unique_ptr<CallDriver> driver)
    : captured_{std::move(captured.plan),
                captured.application_context,
                std::move(captured.metadata),
                {},
                std::move(captured.channel_below),
                std::move(captured.parent),
                captured.reads_metadata},
      request_(captured_.plan, captured.request),
      driver_(std::move(driver)),
      timer_(*driver_),
      ledger_(captured_.plan),
      report_writer_(captured_.plan),
      running_(captured_.plan, ledger_, report_writer_),
      wait_(captured_) {
  if (!request_.keeps()) ledger_.Commit(core::Commitment::kBufferFull);
  // The application may destroy the context of a hijacked call at any time.
  if (captured_.channel_below != nullptr) AttachExtension();
}

void UnaryCall::Begin() {
  Post([](UnaryCall& call) { call.HandleBegin(); });
}

void UnaryCall::Complete(InterceptorBatchMethods* batch) {
  Post([batch](UnaryCall& call) { call.HandleComplete(batch); });
}

void UnaryCall::Cancel() {
  Post([](UnaryCall& call) { call.HandleCancel(); });
}

void UnaryCall::Abandon() {
  Post([](UnaryCall& call) { call.HandleAbandon(); });
}

void UnaryCall::OnTimer() {
  Post([](UnaryCall& call) { call.HandleTimer(); });
}

void UnaryCall::OnAttemptDone(std::shared_ptr<Attempt> attempt) {
  Post([attempt = std::move(attempt)](UnaryCall& call) {
    call.HandleAttemptDone(attempt);
  });
}

void UnaryCall::OnAttemptMetadata(std::shared_ptr<Attempt> attempt) {
  Post([attempt = std::move(attempt)](UnaryCall& call) {
    call.HandleAttemptMetadata(attempt);
  });
}

void UnaryCall::HandleBegin() {
  strand_.AssertOn();
  if (state_ != State::kIdle) return;
  if (!deadline().HasPassed(runtime().Now())) return StartAttempt();
  Finish(nullptr, DeadlineExceeded(),
         Decision::Stop(StopReason::kNotEnoughTime));
}

void UnaryCall::StartAttempt() {
  strand_.AssertOn();
  if (state_ != State::kInPlace) state_ = State::kRunning;
  wait_.Stop();
  CaptureApplicationCall();
  const bool is_hedge = !running_.empty() || running_.in_place_runs();
  auto attempt =
      NewAttempt(captured_, rpc::StartAttempt(captured_, ledger_, is_hedge));
  attempt->owner = shared_from_this();
  AttemptContextMetadata metadata(attempt->context);
  report_writer_.OnAttemptStart(attempt->facts, metadata);
  running_.Add(attempt, running_.IsWatched() &&
                            IsConnected(captured_, attempt->facts.fallback));
  LookWhenDue();
  driver_->OnPhase(CallDriver::Phase::kRunning);
  const AttemptCreation creation(attempt->context);
  if (attempt->facts.fallback > 0) {
    RawStub fallback_stub(ChannelAt(captured_, attempt->facts.fallback));
    driver_->Start(fallback_stub, captured_.plan.method, request_.bytes(),
                   std::move(attempt));
    return request_.OnAttemptStarted();
  }
  if (!stub_.has_value()) stub_.emplace(captured_.channel_below);
  driver_->Start(*stub_, captured_.plan.method, request_.bytes(),
                 std::move(attempt));
  request_.OnAttemptStarted();
}

void UnaryCall::LookWhenDue() {
  strand_.AssertOn();
  if (state_ == State::kInPlace) return SetInPlaceTimer();
  timer_.Reset(running_.LookAt());
}

void UnaryCall::HandleAttemptDone(const std::shared_ptr<Attempt>& attempt) {
  strand_.AssertOn();
  // If it was given up, its call may be over and gone but for this.
  if (!running_.Remove(*attempt)) return;
  timer_.Clear();
  ended_at_ = runtime().Now();
  outcome_ = OutcomeOf(captured_, attempt->status, attempt->context);
  if (outcome_.code != absl::StatusCode::kOk) {
    return cancelled_ ? EndAfterCancel(attempt) : HandleFailure(attempt);
  }
  running_.OnResponse(*attempt, ended_at_);
  running_.CommitTo(*attempt, ended_at_);
  if (running_.in_place_runs()) DiscardInPlace(ended_at_);
  state_ = State::kSucceeded;
  request_.Release();
  SetWinner(attempt);
  HandleSuccess();
}

void UnaryCall::HandleFailure(const std::shared_ptr<Attempt>& attempt) {
  strand_.AssertOn();
  const ResponseDetails details(captured_.plan, attempt->facts, attempt->status,
                                attempt->context);
  report_writer_.OnResponse({attempt->facts, outcome_, details});
  Decision decision;
  switch (
      running_.OnFailure(*attempt, outcome_, details, ended_at_, decision)) {
    case RunningAttempts::Next::kDecided:
      Follow(attempt, decision);
      break;
    case RunningAttempts::Next::kSendHedge:
      StartAttempt();
      break;
    case RunningAttempts::Next::kOthersRun:
      LookWhenDue();
      break;
  }
}

void UnaryCall::HandleComplete(InterceptorBatchMethods* batch) {
  strand_.AssertOn();
  batches_.Hold(batch);
  if (state_ == State::kSucceeded) {
    HandleSuccess();
  } else if (state_ == State::kFinished) {
    batches_.CompleteAll(winner_.get(), status_);
  }
}

void UnaryCall::HandleSuccess() {
  strand_.AssertOn();
  const std::shared_ptr<Attempt> attempt = winner_;
  if (!batches_.want_message()) {
    if (batches_.want_metadata()) ledger_.Commit();
    batches_.CompleteMetadata(attempt.get());
    return;
  }
  // Before the books are closed, so that they say what the application gets.
  grpc::Status read = batches_.ReadMessage(attempt->response);
  if (!read.ok()) {
    outcome_.code = FromGrpcCode(read.error_code());
    outcome_.origin = AttemptOrigin::kUnconfirmed;
    attempt->status = std::move(read);
  }
  EndAttempt(attempt);
}

void UnaryCall::EndAttempt(const std::shared_ptr<Attempt>& attempt) {
  strand_.AssertOn();
  const ResponseDetails details(captured_.plan, attempt->facts, attempt->status,
                                attempt->context);
  report_writer_.OnResponse({attempt->facts, outcome_, details});
  Follow(attempt, ledger_.OnAttemptEnd({attempt->facts, outcome_, details}));
}

void UnaryCall::Follow(const std::shared_ptr<Attempt>& attempt,
                       const Decision& decision) {
  strand_.AssertOn();
  report_writer_.OnAttemptEnd(attempt->facts, ended_at_, outcome_, &decision);
  if (decision.retry) {
    winner_ = nullptr;
    failed_ = {attempt, attempt->status};
    return RetryAfter(decision);
  }
  if (running_.in_place_runs()) DiscardInPlace(ended_at_);
  Finish(attempt, attempt->status, decision);
}

void UnaryCall::HandleTimer() {
  strand_.AssertOn();
  const MonotonicTime now = runtime().Now();
  if (!timer_.TakeIfDue(now)) return;
  if (state_ == State::kWaiting) {
    HandleEndOfWait(now);
  } else if (state_ == State::kRunning) {
    cancelled_ ? CancelWith(Cancelled()) : HandleDue(now);
  }
}

void UnaryCall::HandleDue(MonotonicTime now) {
  strand_.AssertOn();
  const RunningAttempts::Due due = running_.WhatIsDue(now);
  if (due == RunningAttempts::Due::kNothing) return LookWhenDue();
  const bool is_connected =
      IsConnected(captured_, running_.newest().facts.fallback);
  switch (due) {
    case RunningAttempts::Due::kNothing:
      break;
    case RunningAttempts::Due::kCallDeadline:
      Finish(nullptr, DeadlineExceeded(), running_.OnCallDeadline(now));
      return;
    case RunningAttempts::Due::kHedge:
      if (running_.AdmitHedge(now, is_connected)) return StartAttempt();
      break;
    case RunningAttempts::Due::kLate:
      if (AdmitSecond(now)) return StartAttempt();
      break;
    case RunningAttempts::Due::kAttemptTimeout: {
      const std::optional<Decision> decision =
          running_.OnAttemptTimeout(now, is_connected);
      if (decision.has_value()) return RetryAfter(*decision);
      break;
    }
  }
  LookWhenDue();
}

std::optional<CallReport> UnaryCall::Report() const {
  if (!report_writer_.HasEnded()) return std::nullopt;
  return report_writer_.Report();
}

// The application's context then shows the auth context of an attempt. For a
// call in place, the context exists until its batch is complete.
void UnaryCall::SetAuthContextOf(grpc_call* call) {
  strand_.AssertOn();
  if (extension_ == nullptr) AttachExtension();
  extension_->SetAuthContextOf(call);
}

void UnaryCall::AttachExtension() {
  grpc::ClientContext& context = *captured_.application_context;
  extension_ = &ContextExtension::FindOrAttach(context);
  keeps_extension_ = StoredAuthContext(context);
}

void UnaryCall::SetWinner(std::shared_ptr<Attempt> winner) {
  strand_.AssertOn();
  SetAuthContextOf(winner->context.c_call());
  winner_ = std::move(winner);
}

void UnaryCall::Finish(std::shared_ptr<Attempt> winner, grpc::Status status,
                       const Decision& decision) {
  strand_.AssertOn();
  state_ = State::kFinished;
  request_.Release();
  wait_.Stop();
  failed_ = {};
  timer_.Clear();
  const absl::StatusCode code = FromGrpcCode(status.error_code());
  ledger_.OnCallEnd(code);
  report_writer_.SetHedgeStopReason(running_.hedge_stop_reason());
  report_writer_.EndCall(code, decision, ledger_.progress());
  status_ = !status.ok() && captured_.plan.channel->options().explain_errors
                ? Explained(std::move(status), report_writer_.Report())
                : std::move(status);
  // It stands for one that rode.
  if (winner != nullptr && winner->context.c_call() == nullptr) winner.reset();
  if (winner != nullptr && !winner->status.ok()) {
    SetDebugErrorString(*captured_.application_context,
                        winner->context.debug_error_string());
  }
  if (winner != nullptr && winner != winner_) SetWinner(std::move(winner));
  batches_.CompleteAll(winner_.get(), status_);
  driver_->OnPhase(CallDriver::Phase::kFinished);
}

}  // namespace baton::rpc
