// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// What UnaryCall does between two attempts.

#include <memory>
#include <utility>

#include "absl/time/time.h"
#include "baton/rpc/connection_watcher.h"
#include "baton/rpc/context_access.h"
#include "baton/rpc/error_text.h"
#include "baton/rpc/real_clock.h"
#include "baton/rpc/unary_call.h"

namespace baton::rpc {

void UnaryCall::RetryAfter(const core::Decision& decision) {
  state_ = State::kWaiting;
  running_ = nullptr;
  recorder_.OnWait(decision);
  const core::MonotonicTime now = RealClock().Now();
  // At once on this thread, unless somebody's interceptor might hold it up.
  if (decision.delay <= absl::ZeroDuration() && unconnected_ == nullptr &&
      driver_->StartsOnAnyThread() &&
      captured_.plan.channel->first_attempts_ride()) {
    return HandleEndOfWait(now);
  }
  driver_->OnPhase(CallDriver::Phase::kWaiting);
  timer_.Set(now + decision.delay);
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
  CancelWith(deadline().HasPassed(RealClock().Now()) ? DeadlineExceeded()
                                                     : Cancelled());
}

void UnaryCall::HandleEndOfWait(core::MonotonicTime now) {
  const std::shared_ptr<Attempt> unconnected = std::move(unconnected_);
  const bool in_time = ledger_.IsInTime(now);
  if (in_time &&
      (unconnected == nullptr || MayConnect(*ChannelOf(*captured_.outer)))) {
    StartAttempt();
  } else if (unconnected == nullptr || deadline().HasPassed(now)) {
    Finish(nullptr, DeadlineExceeded(), ledger_.OnTooLate());
  } else if (now < connect_by_) {
    unconnected_ = unconnected;
    AwaitConnection();
  } else {
    Finish(unconnected, unconnected->status, ledger_.OnNoConnection());
  }
}

void UnaryCall::AwaitConnection() {
  ConnectionWatcher::Process().Watch(
      ChannelOf(*captured_.outer), connect_by_, [waiting = weak_from_this()] {
        const std::shared_ptr<UnaryCall> alive = waiting.lock();
        if (alive == nullptr) return;
        alive->Post([](UnaryCall& call) {
          if (call.state_ != State::kWaiting) return;
          // The attempt is made where the call makes its attempts.
          if (call.unconnected_ != nullptr) call.timer_.Set(RealClock().Now());
        });
      });
  timer_.Set(connect_by_);
}

}  // namespace baton::rpc
