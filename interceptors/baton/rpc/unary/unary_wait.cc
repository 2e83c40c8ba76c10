// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// What UnaryCall does between two attempts.

#include <cassert>
#include <memory>
#include <utility>

#include "absl/time/time.h"
#include "baton/rpc/call/error_text.h"
#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/unary/unary_call.h"

namespace baton::rpc {

void UnaryCall::RetryAfter(const Decision& decision) {
  strand_.AssertOn();
  state_ = State::kWaiting;
  report_writer_.OnWait(decision);
  wait_.Begin(decision, ChannelOf(*captured_.application_context));
  const MonotonicTime now = runtime().Now();
  // At once on this thread, unless somebody's interceptor might hold it up, as
  // another channel may have.
  if (decision.delay <= absl::ZeroDuration() && !wait_.is_for_connection() &&
      driver_->StartsOnAnyThread() && !ledger_.uses_fallback() &&
      captured_.plan.channel->first_attempts_in_place()) {
    return HandleEndOfWait(now);
  }
  driver_->OnPhase(CallDriver::Phase::kWaiting);
  timer_.Set(now + decision.delay);
  // The thread of a synchronous call starts such an attempt at once. gRPC then
  // ends the attempt together with the parent.
  if (decision.delay <= absl::ZeroDuration() && !wait_.is_for_connection()) {
    return;
  }
  wait_.WatchParent([call = weak_from_this()] {
    if (const auto alive = call.lock()) {
      alive->Post([](UnaryCall& self) { self.HandleParentEnd(); });
    }
  });
  wait_.WatchRetryStop([call = weak_from_this()] {
    if (const auto alive = call.lock()) {
      alive->Post([](UnaryCall& self) { self.FinishStopped(); });
    }
  });
}

void UnaryCall::FinishStopped() {
  strand_.AssertOn();
  if (state_ != State::kWaiting) return;
  const FailedAttempt failed = std::exchange(failed_, {});
  Finish(failed.attempt, failed.status.value_or(DeadlineExceeded()),
         ledger_.OnRetriesStopped());
}

void UnaryCall::HandleParentEnd() {
  strand_.AssertOn();
  if (state_ != State::kWaiting) return;
  CancelWith(deadline().HasPassed(runtime().Now()) ? DeadlineExceeded()
                                                   : Cancelled());
}

void UnaryCall::HandleEndOfWait(MonotonicTime now) {
  strand_.AssertOn();
  switch (wait_.OnTime(now, ledger_.IsInTime(now))) {
    case CallWait::End::kStart:
      failed_ = {};
      StartAttempt();
      break;
    case CallWait::End::kKeepWaiting:
      timer_.Set(wait_.until());
      wait_.AwaitConnection([waiting = weak_from_this()] {
        const std::shared_ptr<UnaryCall> alive = waiting.lock();
        if (alive == nullptr) return;
        alive->Post([](UnaryCall& call) {
          // The attempt is made where the call makes its attempts.
          if (call.wait_.is_for_connection()) {
            call.timer_.Set(call.runtime().Now());
          }
        });
      });
      break;
    case CallWait::End::kNoTime:
      Finish(nullptr, DeadlineExceeded(), ledger_.OnNotEnoughTime());
      break;
    case CallWait::End::kNoConnection: {
      const FailedAttempt failed = std::exchange(failed_, {});
      assert(failed.status.has_value());
      Finish(failed.attempt, *failed.status, ledger_.OnNoConnection());
      break;
    }
    case CallWait::End::kRetriesStopped:
      FinishStopped();
      break;
  }
}

}  // namespace baton::rpc
