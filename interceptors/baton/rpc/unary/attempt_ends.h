// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_ATTEMPT_ENDS_H_
#define BATON_RPC_UNARY_ATTEMPT_ENDS_H_

#include <memory>

#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/unary/unary_ending.h"
#include "baton/rpc/unary/unary_retries.h"
#include "baton/rpc/unary/unary_state.h"
#include "baton/rpc/unary/unary_times.h"

namespace baton::rpc {

// Does what follows from what the attempts of a unary call bring that are gRPC
// calls of their own: their ends, their metadata, and their delays. Used on the
// call's strand.
class AttemptEnds {
 public:
  // All must outlive this object.
  AttemptEnds(UnaryState& state, UnaryTimes& times, UnaryEnding& ending,
              UnaryRetries& retries)
      : state_(state), times_(times), ending_(ending), retries_(retries) {}

  void OnDone(const std::shared_ptr<Attempt>& attempt);
  // The initial metadata have arrived, for a batch that waits only for them.
  void OnMetadata(const std::shared_ptr<Attempt>& attempt);
  // The timer has fired while attempts are in flight.
  void OnDue(MonotonicTime now);
  // An attempt has succeeded. Gives the application what it asks for, and ends
  // the call as soon as it asks for the message.
  void OnSuccess();
  // The application has destroyed the context.
  void OnAbandon();

 private:
  void OnFailure(const std::shared_ptr<Attempt>& attempt);
  void EndWith(const std::shared_ptr<Attempt>& attempt);
  void Follow(const std::shared_ptr<Attempt>& attempt,
              const Decision& decision);
  void DiscardInPlace();

  UnaryState& state_;
  UnaryTimes& times_;
  UnaryEnding& ending_;
  UnaryRetries& retries_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_ATTEMPT_ENDS_H_
