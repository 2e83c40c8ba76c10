// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_UNARY_OUTCOME_H_
#define BATON_RPC_UNARY_UNARY_OUTCOME_H_

#include <memory>

#include "baton/rpc/call/attempt.h"
#include "baton/rpc/unary/held_batches.h"
#include "grpcpp/client_context.h"
#include "grpcpp/security/auth_context.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

class ContextExtension;

// The outcome of a unary call: its winner, its status, and the batches of the
// application that wait for them. The winner is the attempt whose response the
// application receives. Used on the call's strand.
class UnaryOutcome {
 public:
  // `context`: of the application. After Abandon(), the context need not exist.
  explicit UnaryOutcome(grpc::ClientContext& context) : context_(context) {}

  // Keeps the extension of the context, for a call whose context the
  // application may destroy at any time.
  void KeepExtension();

  // The batches that wait for the outcome.
  HeldBatches& batches() { return batches_; }

  // The attempt that has succeeded. Null if there is none yet, or if the batch
  // has come back with the response.
  const std::shared_ptr<Attempt>& winner() const { return winner_; }
  // Sets the winner. The context then shows the auth context of this attempt.
  void SetWinner(std::shared_ptr<Attempt> winner);
  void ClearWinner() { winner_ = nullptr; }
  // Lets the context show the auth context of the application's own call. The
  // context exists until the batch of a call in place is complete.
  void ShowInPlace();

  // Settles the outcome, and completes all batches. `winner` may be null, or a
  // failed attempt. The application may destroy the context at once.
  void Settle(std::shared_ptr<Attempt> winner, grpc::Status status);
  // Completes the batches that have come since then.
  void CompleteAll() { batches_.CompleteAll(winner_.get(), status_); }

 private:
  void SetAuthContextOf(grpc_call* call);

  grpc::ClientContext& context_;
  ContextExtension* extension_ = nullptr;  // null if the call needs none yet
  std::shared_ptr<const grpc::AuthContext> keeps_extension_;
  std::shared_ptr<Attempt> winner_;
  grpc::Status status_;
  HeldBatches batches_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_UNARY_OUTCOME_H_
