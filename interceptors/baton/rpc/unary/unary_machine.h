// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_UNARY_MACHINE_H_
#define BATON_RPC_UNARY_UNARY_MACHINE_H_

#include <memory>

#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/captured_call.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/unary/attempt_ends.h"
#include "baton/rpc/unary/driver/call_driver.h"
#include "baton/rpc/unary/in_place_phase.h"
#include "baton/rpc/unary/unary_ending.h"
#include "baton/rpc/unary/unary_owner.h"
#include "baton/rpc/unary/unary_retries.h"
#include "baton/rpc/unary/unary_state.h"
#include "baton/rpc/unary/unary_times.h"

namespace baton::rpc {

// What becomes of a unary call at each event. Brings the event to the class
// that knows what follows from it, each of which may use those before it:
//
//   UnarySession  accounting: decisions, attempts, and the report
//   UnaryOutcome  winner, status, and the batches that wait for them
//   UnaryTimes    when the call is to be looked at next
//   UnaryEnding   its end
//   UnaryRetries  starts attempts, and waits between them
//   AttemptEnds   what these attempts bring
//   InPlacePhase  the first attempt in place
//
// Runs the user's classifier and observers, which may bring further events.
// Used on the call's strand.
class UnaryMachine {
 public:
  // Takes the request, too, out of `captured`.
  UnaryMachine(CapturedCall&& captured, std::unique_ptr<CallDriver> driver);
  // Before any event.
  void SetOwner(std::weak_ptr<UnaryOwner> owner) {
    state_.owner = std::move(owner);
  }

  void OnBegin();
  InPlacePhase& in_place() { return in_place_; }
  void OnComplete(InterceptorBatchMethods* batch);
  void OnTimer();
  void OnCancel();
  void OnAbandon();
  void OnAttemptDone(const std::shared_ptr<Attempt>& attempt) {
    ends_.OnDone(attempt);
  }
  void OnAttemptMetadata(const std::shared_ptr<Attempt>& attempt) {
    ends_.OnMetadata(attempt);
  }
  void OnParentEnd() { ending_.OnParentEnd(); }
  void OnRetryStop() { ending_.OnRetryStop(); }
  void OnConnected() { retries_.OnConnected(); }

  const UnarySession& session() const { return state_.session; }

 private:
  UnaryState state_;
  UnaryTimes times_;
  UnaryEnding ending_;
  UnaryRetries retries_;
  AttemptEnds ends_;
  InPlacePhase in_place_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_UNARY_MACHINE_H_
