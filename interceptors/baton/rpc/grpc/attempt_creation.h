// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_ATTEMPT_CREATION_H_
#define BATON_RPC_GRPC_ATTEMPT_CREATION_H_

#include "grpcpp/client_context.h"

namespace baton::rpc {

// Marks, for the length of its life and on its thread, that the call of an
// attempt is being created, so that our own factory can keep out of it.
//
// The channel below us should not reach us again. But gRPC finds "below us" by
// counting interceptors that exist and applying the number to the list of
// factories; with a factory before us that returned nullptr the attempt would
// enter us for ever.
class AttemptCreation {
 public:
  explicit AttemptCreation(const grpc::ClientContext& attempt);
  ~AttemptCreation();
  AttemptCreation(const AttemptCreation&) = delete;
  AttemptCreation& operator=(const AttemptCreation&) = delete;

  // Is this the context of an attempt that is being created?
  static bool IsOf(const grpc::ClientContext* context);

 private:
  const grpc::ClientContext* const outer_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_ATTEMPT_CREATION_H_
