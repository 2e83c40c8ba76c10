// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/unary_outcome.h"

#include <utility>

#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/request/context_extension.h"

namespace baton::rpc {

void UnaryOutcome::KeepExtension() {
  extension_ = &ContextExtension::FindOrAttach(context_);
  keeps_extension_ = StoredAuthContext(context_);
}

void UnaryOutcome::SetAuthContextOf(grpc_call* call) {
  if (extension_ == nullptr) KeepExtension();
  extension_->SetAuthContextOf(call);
}

void UnaryOutcome::SetWinner(std::shared_ptr<Attempt> winner) {
  SetAuthContextOf(winner->context.c_call());
  winner_ = std::move(winner);
}

void UnaryOutcome::ShowInPlace() {
  // Otherwise gRPC itself shows the auth context.
  if (ContextExtension::Find(context_) != nullptr) {
    SetAuthContextOf(context_.c_call());
  }
}

void UnaryOutcome::Settle(std::shared_ptr<Attempt> winner,
                          grpc::Status status) {
  status_ = std::move(status);
  // An attempt without a call of its own has brought nothing.
  if (winner != nullptr && winner->context.c_call() == nullptr) winner.reset();
  if (winner != nullptr && !winner->status.ok()) {
    SetDebugErrorString(context_, winner->context.debug_error_string());
  }
  if (winner != nullptr && winner != winner_) SetWinner(std::move(winner));
  CompleteAll();
}

}  // namespace baton::rpc
