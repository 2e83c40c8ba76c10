// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_UNARY_ENDING_H_
#define BATON_RPC_UNARY_UNARY_ENDING_H_

#include <memory>

#include "baton/decision.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/unary/unary_state.h"
#include "baton/rpc/unary/unary_times.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// Ends a unary call. Completing its batches may destroy the context of the
// application. Used on the call's strand.
class UnaryEnding {
 public:
  // Both must outlive this object.
  UnaryEnding(UnaryState& state, UnaryTimes& times)
      : state_(state), times_(times) {}

  // Ends the call. `winner`: the attempt that brings the status, or null.
  void Finish(std::shared_ptr<Attempt> winner, grpc::Status status,
              const Decision& decision);
  // Ends a wait with the failure before it, or with DEADLINE_EXCEEDED after a
  // timeout.
  void FinishFailed(const Decision& decision);
  // Ends the call with this status, unless an attempt has succeeded or the call
  // has ended. Discards all attempts.
  void CancelWith(const grpc::Status& status);

  // The only attempt has ended after the application had cancelled it.
  void OnEndAfterCancel(const std::shared_ptr<Attempt>& attempt);
  // These end a call that waits.
  void OnParentEnd();
  void OnRetryStop();

 private:
  UnaryState& state_;
  UnaryTimes& times_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_UNARY_ENDING_H_
