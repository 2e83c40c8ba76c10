// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_IN_PLACE_RESULT_H_
#define BATON_RPC_UNARY_IN_PLACE_RESULT_H_

#include "baton/attempt_outcome.h"
#include "baton/decision.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/response_details.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/unary/in_place_attempt.h"
#include "baton/rpc/unary/unary_session.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// What the first attempt in place has brought, and what follows from it. Lives
// during the end of this attempt. Used on the call's strand.
class InPlaceResult {
 public:
  // Takes the outcome out of `batch`, in its POST_RECV stage. `cancelled`: the
  // application has cancelled the call. All must outlive this object.
  InPlaceResult(UnarySession& session, const InPlaceAttempt& attempt,
                InterceptorBatchMethods& batch, bool cancelled);

  const grpc::Status& status() const { return status_; }

  // Returns whether the call leaves the outcome to the attempts in flight, and
  // records that.
  bool LeavesToOthers();
  // Decides what follows otherwise, and records it. Discards other attempts.
  Decision Decide();

 private:
  // Lets other calls learn from the answer.
  void NoteAnswer() const;
  Decision DecideWithLedger() const;

  UnarySession& session_;
  const InPlaceAttempt& attempt_;
  const bool cancelled_;
  const grpc::Status& status_;
  const ResponseDetails details_;
  const EndedAttempt ended_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_IN_PLACE_RESULT_H_
