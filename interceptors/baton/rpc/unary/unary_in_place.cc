// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// What UnaryCall does while its first attempt rides on the application's call.

#include <algorithm>
#include <memory>
#include <utility>

#include "baton/rpc/call/budget_metadata.h"
#include "baton/rpc/grpc/application_metadata.h"
#include "baton/rpc/unary/unary_call.h"

namespace baton::rpc {

void UnaryCall::OnInPlaceEnd(InterceptorBatchMethods* batch) {
  Post([batch](UnaryCall& call) { call.HandleInPlaceEnd(batch); });
}

void UnaryCall::StartInPlace(InterceptorBatchMethods& batch) {
  // Nobody else can be on the strand yet, so it is done when this returns.
  Post([&batch](UnaryCall& call) { call.HandleStartInPlace(batch); });
}

void UnaryCall::HandleStartInPlace(InterceptorBatchMethods& batch) {
  strand_.AssertOn();
  state_ = State::kInPlace;
  in_place_.emplace(batch, captured_.application_context->c_call(),
                    ledger_.StartAttempt(), runtime());
  ApplicationMetadata metadata(*batch.GetSendInitialMetadata());
  SetBudgetMetadata(in_place_->facts().header, metadata);
  report_writer_.OnAttemptStart(in_place_->facts(), metadata);
  if (captured_.plan.own_deadline.IsNone() && !deadline().IsNone()) {
    metadata.SetTimeout(deadline().Remaining(runtime().Now()));
  }
  SetInPlaceTimer(ledger_.TimesOutAt(in_place_->facts().started_at));
}

void UnaryCall::SetInPlaceTimer(MonotonicTime times_out_at) {
  strand_.AssertOn();
  const bool core_ends_it = !captured_.plan.own_deadline.IsNone();
  in_place_->SetTimer(
      core_ends_it ? times_out_at : std::min(times_out_at, deadline().time()),
      // Captures no more than two pointers, so that the timer needs no
      // allocation. The timer thread must not destroy the call.
      [call = weak_from_this()] {
        std::shared_ptr<UnaryCall> alive = call.lock();
        if (alive == nullptr) return;
        Runtime& runtime = alive->runtime();
        runtime.Post([alive = std::move(alive)] {
          alive->Post([](UnaryCall& self) { self.HandleInPlaceTimer(); });
        });
      });
}

void UnaryCall::HandleInPlaceTimer() {
  strand_.AssertOn();
  if (state_ != State::kInPlace) return;
  const MonotonicTime now = runtime().Now();
  if (deadline().HasPassed(now)) {
    in_place_->EndWith(GRPC_STATUS_DEADLINE_EXCEEDED, "Deadline Exceeded");
    return;
  }
  AttemptOutcome timed_out;
  const Decision decision =
      ledger_.OnAttemptTimeout(in_place_->facts(), &timed_out);
  // Without permission for another attempt this one is the best there is.
  if (!decision.retry) {
    return SetInPlaceTimer(MonotonicTime::InfiniteFuture());
  }
  report_writer_.OnAttemptEnd(in_place_->facts(), now, timed_out, &decision);
  state_ = State::kRecalled;
  recall_ = decision;
  in_place_->EndWith(GRPC_STATUS_CANCELLED, "replaced by another attempt");
}

void UnaryCall::HandleInPlaceEnd(InterceptorBatchMethods* batch) {
  strand_.AssertOn();
  in_place_->StopTimer();
  batches_.HoldCompleted(batch, in_place_->message(),
                         in_place_->received_note());
  switch (state_) {
    case State::kInPlace:
      return EndInPlace(batch);
    case State::kRecalled:
      batches_.DiscardCompleted();
      captured_.channel_below = batch->GetInterceptedChannel();
      return RetryAfter(recall_);
    default:
      // Cancelled meanwhile.
      batches_.DiscardCompleted();
      batches_.CompleteAll(nullptr, status_);
  }
}

void UnaryCall::EndInPlace(InterceptorBatchMethods* batch) {
  strand_.AssertOn();
  ended_at_ = runtime().Now();
  grpc::Status& status = *batch->GetRecvStatus();
  const bool server_ok = status.ok();
  const bool readable =
      batch->GetRecvMessage() != nullptr ||
      captured_.plan.channel->options().codec == MessageCodec::kBytes;
  if (server_ok && !readable) {
    status = grpc::Status(grpc::StatusCode::INTERNAL,
                          "response is missing or could not be parsed");
  }
  outcome_ = ledger_.OutcomeOf(status, *captured_.application_context,
                               captured_.parent.get() == nullptr
                                   ? CallLedger::Enders::kBatonOnly
                                   : CallLedger::Enders::kAlsoOthers);
  if (status.ok()) {
    // It may be looked at long after it came; gRPC has seen to the deadline.
    outcome_.code = absl::StatusCode::kOk;
    outcome_.origin = AttemptOrigin::kServer;
  } else if (server_ok) {
    outcome_.origin = AttemptOrigin::kUnconfirmed;
  }
  const Decision decision = ledger_.OnAttemptEnd(in_place_->facts(), outcome_);
  report_writer_.OnAttemptEnd(in_place_->facts(), ended_at_, outcome_,
                              &decision);
  if (!decision.retry) {
    extension_.SetAuthContextOf(captured_.application_context->c_call());
    return Finish(nullptr, status, decision);
  }
  if (decision.wait_cause == WaitCause::kConnection) {
    // Stands for what came back, of which there is nothing but the status.
    unconnected_ = std::make_shared<Attempt>();
    unconnected_->status = status;
  }
  batches_.DiscardCompleted();
  captured_.channel_below = batch->GetInterceptedChannel();
  RetryAfter(decision);
}

}  // namespace baton::rpc
