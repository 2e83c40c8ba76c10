// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/unary_machine.h"

#include <utility>

#include "absl/time/time.h"
#include "baton/rpc/call/error_text.h"

namespace baton::rpc {
namespace {

using Phase = UnaryState::Phase;

// The time that a cancelled attempt may take to end. gRPC ends it at once. An
// interceptor after Baton that serves the attempt itself may not.
constexpr absl::Duration kCancelGrace = absl::Milliseconds(100);

}  // namespace

UnaryMachine::UnaryMachine(CapturedCall&& captured,
                           std::unique_ptr<CallDriver> driver)
    : state_(std::move(captured), std::move(driver)),
      times_(state_),
      ending_(state_, times_),
      retries_(state_, times_, ending_),
      ends_(state_, times_, ending_, retries_),
      in_place_(state_, times_, ending_, retries_, ends_) {}

void UnaryMachine::OnBegin() {
  if (state_.phase != Phase::kIdle) return;
  const UnarySession& session = state_.session;
  if (!session.deadline().HasPassed(session.Now())) {
    return retries_.StartAttempt();
  }
  ending_.Finish(nullptr, DeadlineExceeded(),
                 Decision::Stop(StopReason::kNotEnoughTime));
}

void UnaryMachine::OnComplete(InterceptorBatchMethods* batch) {
  state_.outcome.batches().Hold(batch);
  if (state_.phase == Phase::kSucceeded) {
    ends_.OnSuccess();
  } else if (state_.phase == Phase::kFinished) {
    state_.outcome.CompleteAll();
  }
}

void UnaryMachine::OnTimer() {
  const MonotonicTime now = state_.session.Now();
  if (!times_.Take(now)) return;
  if (state_.phase == Phase::kWaiting) {
    retries_.OnEndOfWait(now);
  } else if (state_.phase == Phase::kRunning) {
    state_.cancelled ? ending_.CancelWith(Cancelled()) : ends_.OnDue(now);
  }
}

void UnaryMachine::OnCancel() {
  RunningAttempts& running = state_.session.running();
  if (state_.phase == Phase::kInPlace && running.empty()) {
    // gRPC itself cancels the application's own call. The batch comes back with
    // all that had arrived, which may be the whole response.
    state_.in_place->StopTimer();
    state_.cancelled = true;
    return;
  }
  if (state_.cancelled) return;
  // The attempt ends with all that had arrived before, such as its initial
  // metadata. It may have failed already.
  if (state_.phase != Phase::kRunning || !running.CancelOnly()) {
    return ending_.CancelWith(Cancelled());
  }
  state_.cancelled = true;
  times_.Set(state_.session.Now() + kCancelGrace);
}

void UnaryMachine::OnAbandon() {
  ends_.OnAbandon();
  ending_.CancelWith(Cancelled());
}

}  // namespace baton::rpc
