// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// What UnaryCall does while its first attempt rides on the application's call.

#include <algorithm>
#include <memory>
#include <utility>

#include "baton/core/wire/retry_budget_codec.h"
#include "baton/rpc/call/budget_metadata.h"
#include "baton/rpc/call/call_route.h"
#include "baton/rpc/call/channel_selection.h"
#include "baton/rpc/call/outcome_of.h"
#include "baton/rpc/call/response_details.h"
#include "baton/rpc/call/running/late_checks.h"
#include "baton/rpc/grpc/application_metadata.h"
#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/grpc/message_decoder.h"
#include "baton/rpc/request/context_extension.h"
#include "baton/rpc/runtime/thread_lane.h"
#include "baton/rpc/unary/unary_call.h"

namespace baton::rpc {
namespace {

// Marks the end of an attempt that Baton has cancelled after its timeout.
constexpr char kTimedOut[] = "the per-attempt timeout has expired";

}  // namespace

void UnaryCall::OnInPlaceEnd(InterceptorBatchMethods* batch) {
  Post([batch](UnaryCall& call) { call.HandleInPlaceEnd(batch); });
}

void UnaryCall::StartInPlace(InterceptorBatchMethods& batch) {
  // Nobody else can be on the strand yet, so it is done when this returns.
  Post([&batch](UnaryCall& call) { call.HandleStartInPlace(batch); });
}

// The channel has no other interceptors, and Baton's leaves attempts alone.
void UnaryCall::CaptureApplicationCall() {
  strand_.AssertOn();
  if (captured_.channel_below != nullptr) return;
  grpc::ClientContext& context = *captured_.application_context;
  captured_.channel_below = ChannelOf(context);
  captured_.metadata =
      in_place_->metadata_changes().Undone(SendMetadata(context));
}

void UnaryCall::HandleStartInPlace(InterceptorBatchMethods& batch) {
  strand_.AssertOn();
  state_ = State::kInPlace;
  running_.SetInPlace(true);
  NoteConnection(captured_);
  AttemptFacts facts = ledger_.StartAttempt();
  const MonotonicTime times_out_at = ledger_.TimesOutAt(facts.started_at);
  LateChecks& late = running_.late();
  const bool is_watched =
      late.on() || times_out_at != MonotonicTime::InfiniteFuture();
  const bool is_connected =
      is_watched &&
      WasConnectedLately(captured_.plan, *captured_.application_context,
                         facts.started_at);
  late.Watch(ledger_.AttemptsLeft(), facts, is_connected);
  in_place_.emplace(batch, batch.GetRecvMessage(),
                    captured_.application_context->c_call(), facts,
                    /*is_sync=*/!driver_->StartsOnAnyThread(), runtime());
  request_.OnAttemptStarted();
  in_place_->SetTimeout(times_out_at);
  in_place_->SetConnected(is_connected);
  ApplicationMetadata metadata(*batch.GetSendInitialMetadata(),
                               in_place_->metadata_changes());
  if (captured_.plan.IsExternal()) {
    metadata.Remove(core::kRetryBudgetKey);
  } else {
    SetBudgetMetadata(in_place_->facts().header, metadata);
  }
  SetKeyMetadata(captured_.plan, metadata);
  report_writer_.OnAttemptStart(in_place_->facts(), metadata);
  if (captured_.plan.own_deadline.IsNone() && !deadline().IsNone()) {
    metadata.SetTimeout(deadline().Remaining(runtime().Now()));
  }
  SetInPlaceTimer();
}

void UnaryCall::SetInPlaceTimer() {
  strand_.AssertOn();
  MonotonicTime at = running_.late().NextAt();
  if (running_.empty()) at = std::min(at, in_place_->times_out_at());
  // gRPC itself ends the call at the deadline that the application has set.
  if (captured_.plan.own_deadline != deadline()) {
    at = std::min(at, deadline().time());
  }
  in_place_->SetTimer(
      at,
      // Captures no more than two pointers, so that the timer needs no
      // allocation. The timer thread must not destroy the call.
      [call = weak_from_this()] {
        std::shared_ptr<UnaryCall> alive = call.lock();
        if (alive == nullptr) return;
        Runtime& runtime = alive->runtime();
        runtime.Post([alive = std::move(alive)] { alive->OnInPlaceTimer(); });
      });
}

void UnaryCall::HandleInPlaceTimer() {
  strand_.AssertOn();
  if (state_ != State::kInPlace || cancelled_) return;
  const MonotonicTime now = runtime().Now();
  if (deadline().HasPassed(now)) {
    in_place_->EndWith(GRPC_STATUS_DEADLINE_EXCEEDED, "Deadline Exceeded");
    return;
  }
  // The connection may have been lost just before the attempt started.
  if (!IsConnected(captured_, CallRoute::kPrimary)) {
    in_place_->SetConnected(false);
  }
  if (now >= running_.late().NextAt() && AdmitSecond(now)) StartAttempt();
  if (running_.empty() && now >= in_place_->times_out_at()) {
    HandleInPlaceTimeout(now);
  }
  if (state_ == State::kInPlace) SetInPlaceTimer();
}

bool UnaryCall::AdmitSecond(MonotonicTime now) {
  strand_.AssertOn();
  if (!running_.empty()) {
    const int channel_index = running_.newest().facts.fallback;
    return running_.AdmitSecond(now, IsConnected(captured_, channel_index));
  }
  return running_.AdmitSecond(
      in_place_->facts(), now,
      IsConnected(captured_, in_place_->facts().fallback), in_place_->queue());
}

// A timer never declares the attempt failed, because its answer may have
// arrived already. Only the end of the batch shows what the attempt brought.
void UnaryCall::HandleInPlaceTimeout(MonotonicTime now) {
  strand_.AssertOn();
  if (WasStalled(in_place_->times_out_at(), now)) {
    return in_place_->SetTimeout(now + kLateTimerGrace);
  }
  if (!in_place_->was_connected()) {
    if (IsConnected(captured_, CallRoute::kPrimary)) {
      in_place_->SetConnectedLater();
    }
    return in_place_->SetTimeout(ledger_.TimesOutAt(now));
  }
  after_timeout_ = ledger_.OnAttemptTimeout();
  // Without permission for another attempt this one is the best there is.
  if (!after_timeout_.retry) {
    return in_place_->SetTimeout(MonotonicTime::InfiniteFuture());
  }
  state_ = State::kRecalled;
  in_place_->EndWith(GRPC_STATUS_CANCELLED, kTimedOut);
}

void UnaryCall::DiscardInPlace(MonotonicTime now) {
  strand_.AssertOn();
  running_.SetInPlace(false);
  in_place_->StopTimer();
  ledger_.OnAttemptDiscarded(in_place_->facts());
  report_writer_.OnAttemptDiscarded(in_place_->facts(), now);
  in_place_->EndWith(GRPC_STATUS_CANCELLED, "another attempt was faster");
}

void UnaryCall::HandleInPlaceEnd(InterceptorBatchMethods* batch) {
  strand_.AssertOn();
  in_place_->StopTimer();
  running_.SetInPlace(false);
  batches_.HoldCompleted(batch, in_place_->message(),
                         in_place_->received_note());
  const grpc::Status& status = *batch->GetRecvStatus();
  switch (state_) {
    case State::kInPlace:
      return EndInPlace(batch);
    case State::kRecalled:
      if (status.error_code() == grpc::StatusCode::CANCELLED &&
          status.error_message() == kTimedOut) {
        return RetryAfterTimeout();
      }
      // It ended before it was cancelled.
      ledger_.CancelNext();
      return EndInPlace(batch);
    case State::kSucceeded:
      // Another attempt was faster.
      batches_.DiscardCompleted();
      return HandleSuccess();
    default:
      // Cancelled meanwhile, or another attempt has ended the call.
      batches_.DiscardCompleted();
      batches_.CompleteAll(winner_.get(), status_);
  }
}

void UnaryCall::RetryAfterTimeout() {
  strand_.AssertOn();
  ended_at_ = runtime().Now();
  outcome_ = ledger_.ConfirmTimeout(in_place_->facts(), after_timeout_);
  report_writer_.OnAttemptEnd(in_place_->facts(), ended_at_, outcome_,
                              &after_timeout_);
  batches_.DiscardCompleted();
  RetryAfter(after_timeout_);
}

AttemptOutcome UnaryCall::OutcomeInPlace(InterceptorBatchMethods& batch) {
  strand_.AssertOn();
  grpc::Status& status = *batch.GetRecvStatus();
  const bool server_ok = status.ok();
  const bool readable =
      batch.GetRecvMessage() != nullptr || ReceivesBytes(batch);
  if (server_ok && !readable) {
    status = grpc::Status(grpc::StatusCode::INTERNAL,
                          "response is missing or could not be parsed");
  }
  AttemptOutcome outcome =
      OutcomeOf(captured_, status, *captured_.application_context);
  if (server_ok && !status.ok()) outcome.origin = AttemptOrigin::kUnconfirmed;
  return outcome;
}

Decision UnaryCall::DecideInPlace(const EndedAttempt& ended) {
  strand_.AssertOn();
  const bool failed = ended.outcome.code != absl::StatusCode::kOk;
  const bool others_run = !running_.empty();
  running_.DiscardAll(ended_at_);
  if (cancelled_ && failed) {
    if (ended.outcome.code == absl::StatusCode::kCancelled) {
      ledger_.OnAttemptDiscarded(ended.facts);
    } else {
      ledger_.OnFatalEnd(ended, /*others_run=*/false);
    }
    return ledger_.OnCancel(/*attempt_is_running=*/false);
  }
  return others_run && failed ? ledger_.OnFatalEnd(ended, others_run)
                              : ledger_.OnAttemptEnd(ended);
}

void UnaryCall::EndInPlace(InterceptorBatchMethods* batch) {
  strand_.AssertOn();
  const AttemptFacts& facts = in_place_->facts();
  ended_at_ = runtime().Now();
  outcome_ = OutcomeInPlace(*batch);
  if (outcome_.code != absl::StatusCode::kOk) {
    captured_.plan.channel->recent_connection().Forget();
  }
  const grpc::Status& status = *batch->GetRecvStatus();
  const grpc::ClientContext& context = *captured_.application_context;
  const ResponseDetails details(captured_.plan, facts, status, context);
  const EndedAttempt ended{facts, outcome_, details};
  report_writer_.OnResponse(ended);
  LateChecks& late = running_.late();
  if (late.on() && in_place_->started_connected() && !cancelled_ &&
      ledger_.HasFinalResult(ended)) {
    late.OnAnswer(
        facts, status.ok(), ended_at_,
        in_place_->queue().has_value() ? *in_place_->queue() : ThreadLane());
  }
  if (!running_.empty() && !ledger_.EndsCall(ended)) {
    // The second attempt may still bring an answer.
    late.Stop(facts);
    ledger_.OnHedgedAttemptEnd(ended);
    report_writer_.OnAttemptEnd(facts, ended_at_, outcome_, nullptr);
    batches_.DiscardCompleted();
    state_ = State::kRunning;
    driver_->OnPhase(CallDriver::Phase::kRunning);
    return timer_.Reset(running_.LookAt());
  }
  const Decision decision = DecideInPlace(ended);
  if (cancelled_ && outcome_.code == absl::StatusCode::kCancelled) {
    report_writer_.OnAttemptDiscarded(facts, ended_at_);
  } else {
    report_writer_.OnAttemptEnd(facts, ended_at_, outcome_, &decision);
  }
  if (!decision.retry) {
    // Otherwise gRPC itself shows the auth context.
    if (ContextExtension::Find(context) != nullptr) {
      SetAuthContextOf(captured_.application_context->c_call());
    }
    return Finish(nullptr, status, decision);
  }
  failed_ = {nullptr, status};
  batches_.DiscardCompleted();
  RetryAfter(decision);
}

}  // namespace baton::rpc
