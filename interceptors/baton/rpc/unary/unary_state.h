// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_UNARY_STATE_H_
#define BATON_RPC_UNARY_UNARY_STATE_H_

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/call_wait.h"
#include "baton/rpc/call/captured_call.h"
#include "baton/rpc/unary/driver/call_driver.h"
#include "baton/rpc/unary/in_place_attempt.h"
#include "baton/rpc/unary/kept_request.h"
#include "baton/rpc/unary/unary_outcome.h"
#include "baton/rpc/unary/unary_owner.h"
#include "baton/rpc/unary/unary_session.h"

namespace baton::rpc {

// The phase of a unary call, and its parts. The classes of the machine share
// this object: see UnaryMachine. Used on the call's strand.
struct UnaryState {
  enum class Phase {
    kIdle,
    kInPlace,    // the first attempt runs in place, maybe a second beside it
    kRecalled,   // the first one has timed out and was cancelled
    kRunning,    // an attempt is on its way, or several copies of one
    kWaiting,    // none is; the next starts when the timer fires
    kSucceeded,  // one has succeeded, but nobody has asked for the message yet
    kFinished,   // the outcome is settled; each batch that asks for it gets it
  };

  UnaryState(CapturedCall&& captured, std::unique_ptr<CallDriver> used)
      : session(std::move(captured)),
        request(session.plan(), captured.request),
        driver(std::move(used)),
        outcome(session.context()),
        wait(session.captured()) {
    if (!request.keeps()) {
      session.ledger().Commit(core::Commitment::kBufferFull);
    }
    // The application may destroy the context of a hijacked call at any time.
    if (session.captured().channel_below != nullptr) outcome.KeepExtension();
  }

  // Returns a function that brings this event to the owner, if it still exists.
  std::function<void()> Bringing(void (UnaryOwner::*event)()) const {
    return [weak = owner, event] {
      if (const auto alive = weak.lock()) (alive.get()->*event)();
    };
  }

  UnarySession session;
  KeptRequest request;
  const std::unique_ptr<CallDriver> driver;
  UnaryOutcome outcome;
  // Receives the events of attempts. Baton creates no attempt after it has
  // expired.
  std::weak_ptr<UnaryOwner> owner;
  Phase phase = Phase::kIdle;
  std::optional<InPlaceAttempt> in_place;
  bool cancelled = false;  // by the application, and the attempt still runs
  CallWait wait;
  FailedAttempt failed;  // before the wait
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_UNARY_STATE_H_
