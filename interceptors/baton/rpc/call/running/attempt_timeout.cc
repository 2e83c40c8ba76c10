// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/running/attempt_timeout.h"

#include <algorithm>
#include <utility>

#include "absl/time/time.h"
#include "baton/rpc/call/running/late_checks.h"

namespace baton::rpc {
namespace {

// The time that a cancelled attempt may take to end. gRPC ends it at once.
constexpr absl::Duration kCancelGrace = absl::Milliseconds(100);

// Returns whether an attempt that Baton has cancelled ended by this.
bool IsOwnCancel(const AttemptOutcome& outcome) {
  return outcome.code == absl::StatusCode::kCancelled &&
         outcome.origin != AttemptOrigin::kServer;
}

}  // namespace

void AttemptTimeout::OnSent(MonotonicTime now) {
  keeps_running_ = false;
  not_before_ = now;
}

MonotonicTime AttemptTimeout::DueAt(const AnyAttempt& attempt) const {
  if (keeps_running_) return MonotonicTime::InfiniteFuture();
  if (is_ending()) return not_before_;
  const MonotonicTime since = attempt.awaited_since;
  if (since == MonotonicTime::InfiniteFuture()) return since;
  return std::max(ledger_.TimesOutAt(since), not_before_);
}

AttemptTimeout::Step AttemptTimeout::OnDue(AnyAttempt& attempt,
                                           MonotonicTime now,
                                           bool is_connected) {
  if (is_ending()) return Step::kGiveUp;
  if (WasStalled(DueAt(attempt), now)) {
    not_before_ = now + kLateTimerGrace;
    return Step::kNothing;
  }
  if (!attempt.was_connected) {
    attempt.was_connected = is_connected;
    attempt.awaited_since = now;
    return Step::kNothing;
  }
  const Decision decision = ledger_.OnAttemptTimeout();
  // If no retry is allowed, the call keeps waiting for this attempt.
  keeps_running_ = !decision.retry;
  if (keeps_running_) return Step::kNothing;
  after_ = decision;
  not_before_ = now + kCancelGrace;
  return Step::kCancel;
}

Decision AttemptTimeout::GiveUp(const AttemptFacts& attempt,
                                AttemptOutcome& outcome) {
  const Decision decision = *std::exchange(after_, std::nullopt);
  outcome = ledger_.ConfirmTimeout(attempt, decision);
  return decision;
}

bool AttemptTimeout::Confirm(const AttemptFacts& attempt,
                             AttemptOutcome& outcome, Decision& decision) {
  if (!is_ending()) return false;
  decision = *std::exchange(after_, std::nullopt);
  if (IsOwnCancel(outcome)) {
    outcome = ledger_.ConfirmTimeout(attempt, decision);
    return true;
  }
  ledger_.CancelNext();
  return false;
}

void AttemptTimeout::Forget() {
  if (!is_ending()) return;
  after_.reset();
  ledger_.CancelNext();
}

}  // namespace baton::rpc
