// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// What UnaryCall does while its first attempt rides on the application's call.

#include <algorithm>
#include <memory>
#include <utility>

#include "baton/real_clock.h"
#include "baton/rpc/call/budget_metadata.h"
#include "baton/rpc/grpc/application_metadata.h"
#include "baton/rpc/runtime/workers.h"
#include "baton/rpc/unary/unary_call.h"

namespace baton::rpc {

void UnaryCall::OnRideEnd(InterceptorBatchMethods* batch) {
  Post([batch](UnaryCall& call) { call.HandleRideEnd(batch); });
}

void UnaryCall::Ride(InterceptorBatchMethods& batch) {
  // Nobody else can be on the strand yet, so it is done when this returns.
  Post([&batch](UnaryCall& call) { call.HandleRide(batch); });
}

void UnaryCall::HandleRide(InterceptorBatchMethods& batch) {
  state_ = State::kRiding;
  ridden_.emplace(batch, captured_.outer->c_call(), ledger_.StartAttempt());
  OuterMetadata metadata(*batch.GetSendInitialMetadata());
  SetBudgetMetadata(ridden_->facts().header, metadata);
  recorder_.OnAttemptStart(ridden_->facts(), metadata);
  if (captured_.plan.own_deadline.IsNone() && !deadline().IsNone()) {
    metadata.SetTimeout(deadline());
  }
  SetRideTimer(ledger_.LateAt(ridden_->facts().started_at));
}

void UnaryCall::SetRideTimer(MonotonicTime late_at) {
  const bool core_ends_it = !captured_.plan.own_deadline.IsNone();
  ridden_->SetTimer(
      core_ends_it ? late_at : std::min(late_at, deadline().time()),
      [call = weak_from_this()] {
        Workers::Process().Post([call] {
          if (const auto alive = call.lock()) {
            alive->Post([](UnaryCall& self) { self.HandleRideTimer(); });
          }
        });
      });
}

void UnaryCall::HandleRideTimer() {
  if (state_ != State::kRiding) return;
  const MonotonicTime now = RealClock().Now();
  if (deadline().HasPassed(now)) {
    ridden_->EndWith(GRPC_STATUS_DEADLINE_EXCEEDED, "Deadline Exceeded");
    return;
  }
  AttemptOutcome late;
  const Decision decision = ledger_.OnLate(ridden_->facts(), &late);
  // Without permission for another attempt this one is the best there is.
  if (!decision.retry) {
    return SetRideTimer(MonotonicTime::InfiniteFuture());
  }
  recorder_.OnAttemptEnd(ridden_->facts(), now, late, &decision);
  state_ = State::kRecalled;
  recall_ = decision;
  ridden_->EndWith(GRPC_STATUS_CANCELLED, "replaced by another attempt");
}

void UnaryCall::HandleRideEnd(InterceptorBatchMethods* batch) {
  ridden_->StopTimer();
  batches_.HoldAnswered(batch, ridden_->message(), ridden_->received_note());
  switch (state_) {
    case State::kRiding:
      return EndRide(batch);
    case State::kRecalled:
      batches_.DropAnswer();
      captured_.channel_below = batch->GetInterceptedChannel();
      return RetryAfter(recall_);
    default:
      // Cancelled meanwhile.
      batches_.DropAnswer();
      batches_.AnswerAll(nullptr, status_);
  }
}

void UnaryCall::EndRide(InterceptorBatchMethods* batch) {
  ended_at_ = RealClock().Now();
  grpc::Status& status = *batch->GetRecvStatus();
  const bool answered_ok = status.ok();
  const bool readable =
      batch->GetRecvMessage() != nullptr ||
      captured_.plan.channel->options().codec == MessageCodec::kBytes;
  if (answered_ok && !readable) {
    status = grpc::Status(grpc::StatusCode::INTERNAL,
                          "response is missing or could not be parsed");
  }
  outcome_ = ledger_.OutcomeOf(status, *captured_.outer,
                               captured_.parent.get() == nullptr
                                   ? CallLedger::Enders::kNobody
                                   : CallLedger::Enders::kAlsoOthers);
  if (status.ok()) {
    // It may be looked at long after it came; gRPC has seen to the deadline.
    outcome_.code = absl::StatusCode::kOk;
    outcome_.origin = AttemptOrigin::kServer;
  } else if (answered_ok) {
    outcome_.origin = AttemptOrigin::kNoAnswer;
  }
  const Decision decision = ledger_.OnAttemptEnd(ridden_->facts(), outcome_);
  recorder_.OnAttemptEnd(ridden_->facts(), ended_at_, outcome_, &decision);
  if (!decision.retry) {
    extension_.SetAuthContextOf(captured_.outer->c_call());
    return Finish(nullptr, status, decision);
  }
  if (decision.wait_cause == WaitCause::kConnection) {
    // Stands for what came back, of which there is nothing but the status.
    unconnected_ = std::make_shared<Attempt>();
    unconnected_->status = status;
  }
  batches_.DropAnswer();
  captured_.channel_below = batch->GetInterceptedChannel();
  RetryAfter(decision);
}

}  // namespace baton::rpc
