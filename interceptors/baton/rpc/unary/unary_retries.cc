// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/unary_retries.h"

#include <cassert>
#include <memory>
#include <utility>

#include "absl/time/time.h"
#include "baton/rpc/call/channel_selection.h"
#include "baton/rpc/call/error_text.h"
#include "baton/rpc/grpc/attempt_creation.h"
#include "baton/rpc/grpc/context_access.h"

namespace baton::rpc {

using Phase = UnaryState::Phase;

void UnaryRetries::StartAttempt() {
  if (state_.phase != Phase::kInPlace) state_.phase = Phase::kRunning;
  state_.wait.Stop();
  UnarySession& session = state_.session;
  const CapturedCall& captured = session.captured();
  if (captured.channel_below == nullptr) {
    session.CaptureApplicationCall(state_.in_place->metadata_changes());
  }
  std::shared_ptr<Attempt> attempt = session.StartAttempt(state_.owner.lock());
  times_.LookWhenDue();
  CallDriver& driver = *state_.driver;
  driver.OnPhase(CallDriver::Phase::kRunning);
  const AttemptCreation creation(attempt->context);
  if (attempt->facts.fallback > 0) {
    RawStub fallback_stub(ChannelAt(captured, attempt->facts.fallback));
    driver.Start(fallback_stub, captured.plan.method, state_.request.bytes(),
                 std::move(attempt));
    return state_.request.OnAttemptStarted();
  }
  if (!stub_.has_value()) stub_.emplace(captured.channel_below);
  driver.Start(*stub_, captured.plan.method, state_.request.bytes(),
               std::move(attempt));
  state_.request.OnAttemptStarted();
}

// Another thread starts it if an interceptor of the user's might hold it up, as
// another channel may have one.
bool UnaryRetries::StartsAtOnce(const Decision& decision) const {
  return decision.delay <= absl::ZeroDuration() &&
         !state_.wait.is_for_connection() &&
         state_.driver->StartsOnAnyThread() &&
         !state_.session.ledger().uses_fallback() &&
         state_.session.plan().channel->first_attempts_in_place();
}

void UnaryRetries::RetryAfter(const Decision& decision) {
  state_.phase = Phase::kWaiting;
  UnarySession& session = state_.session;
  CallWait& wait = state_.wait;
  session.report_writer().OnWait(decision);
  wait.Begin(decision, ChannelOf(session.context()));
  const MonotonicTime now = session.Now();
  if (StartsAtOnce(decision)) return OnEndOfWait(now);
  state_.driver->OnPhase(CallDriver::Phase::kWaiting);
  times_.Set(now + decision.delay);
  // The thread of a synchronous call starts such an attempt at once. gRPC then
  // ends the attempt together with the parent.
  if (decision.delay <= absl::ZeroDuration() && !wait.is_for_connection()) {
    return;
  }
  wait.WatchParent(state_.Bringing(&UnaryOwner::OnParentEnd));
  wait.WatchRetryStop(state_.Bringing(&UnaryOwner::OnRetryStop));
}

void UnaryRetries::OnNotConnected(const Decision& decision) {
  const grpc::Status status =
      NotConnected(state_.session.plan().connect_timeout);
  if (!decision.retry) return ending_.Finish(nullptr, status, decision);
  state_.failed = {nullptr, status};
  RetryAfter(decision);
}

void UnaryRetries::OnEndOfWait(MonotonicTime now) {
  CallLedger& ledger = state_.session.ledger();
  switch (state_.wait.OnTime(now, ledger.IsInTime(now))) {
    case CallWait::End::kStart:
      state_.failed = {};
      StartAttempt();
      break;
    case CallWait::End::kKeepWaiting:
      times_.Set(state_.wait.until());
      state_.wait.AwaitConnection(state_.Bringing(&UnaryOwner::OnConnected));
      break;
    case CallWait::End::kNoTime:
      ending_.Finish(nullptr, DeadlineExceeded(), ledger.OnNotEnoughTime());
      break;
    case CallWait::End::kNoConnection:
      assert(state_.failed.status.has_value());
      ending_.FinishFailed(ledger.OnNoConnection());
      break;
    case CallWait::End::kRetriesStopped:
      ending_.OnRetryStop();
      break;
  }
}

void UnaryRetries::OnConnected() {
  // The attempt is made where the call makes its attempts.
  if (state_.wait.is_for_connection()) times_.Set(state_.session.Now());
}

}  // namespace baton::rpc
