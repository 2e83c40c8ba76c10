// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_ATTEMPT_CREATION_H_
#define BATON_RPC_GRPC_ATTEMPT_CREATION_H_

#include "grpcpp/client_context.h"

namespace baton::rpc {

// Marks the creation of an attempt's call, so that Baton's interceptor factory
// ignores that call. Lives on the stack. Affects only its own thread.
//
// The channel for attempts begins after Baton in the interceptor chain, so
// Baton should never see their calls. But gRPC counts the interceptors that
// exist, and uses this number as an index into the list of factories. If a
// factory before Baton's has returned nullptr, an attempt would enter Baton
// again, without end.
class AttemptCreation {
 public:
  explicit AttemptCreation(const grpc::ClientContext& attempt);
  ~AttemptCreation();
  AttemptCreation(const AttemptCreation&) = delete;
  AttemptCreation& operator=(const AttemptCreation&) = delete;

  // Returns whether `context` belongs to an attempt that is being created.
  static bool IsOf(const grpc::ClientContext* context);

 private:
  const grpc::ClientContext* const previous_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_ATTEMPT_CREATION_H_
