// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/unary_ending.h"

#include <utility>

#include "baton/rpc/call/error_text.h"

namespace baton::rpc {

using Phase = UnaryState::Phase;

void UnaryEnding::Finish(std::shared_ptr<Attempt> winner, grpc::Status status,
                         const Decision& decision) {
  state_.phase = Phase::kFinished;
  state_.request.Release();
  state_.wait.Stop();
  state_.failed = {};
  times_.Stop();
  grpc::Status given = state_.session.OnCallEnd(std::move(status), decision);
  state_.outcome.Settle(std::move(winner), std::move(given));
  state_.driver->OnPhase(CallDriver::Phase::kFinished);
}

void UnaryEnding::FinishFailed(const Decision& decision) {
  const FailedAttempt failed = std::exchange(state_.failed, {});
  Finish(failed.attempt, failed.status.value_or(DeadlineExceeded()), decision);
}

void UnaryEnding::CancelWith(const grpc::Status& status) {
  if (state_.phase == Phase::kSucceeded || state_.phase == Phase::kFinished) {
    return;
  }
  UnarySession& session = state_.session;
  const Decision decision = session.ledger().OnCancel(
      !session.running().empty() || state_.phase == Phase::kInPlace);
  if (state_.phase == Phase::kWaiting || state_.phase == Phase::kRecalled) {
    session.ledger().CancelNext();
  }
  session.running().DiscardAll(session.Now());
  Finish(nullptr, status, decision);
}

void UnaryEnding::OnEndAfterCancel(const std::shared_ptr<Attempt>& attempt) {
  const Decision decision = state_.session.OnEndAfterCancel(*attempt);
  Finish(attempt, attempt->status, decision);
}

void UnaryEnding::OnParentEnd() {
  if (state_.phase != Phase::kWaiting) return;
  const UnarySession& session = state_.session;
  CancelWith(session.deadline().HasPassed(session.Now()) ? DeadlineExceeded()
                                                         : Cancelled());
}

void UnaryEnding::OnRetryStop() {
  if (state_.phase != Phase::kWaiting) return;
  FinishFailed(state_.session.ledger().OnRetriesStopped());
}

}  // namespace baton::rpc
