// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_ATTEMPT_CREATION_H_
#define BATON_RPC_GRPC_ATTEMPT_CREATION_H_

#include "grpcpp/client_context.h"

namespace baton::rpc {

// Marks that this thread is creating the call of an attempt. Baton's
// interceptor factory then creates no interceptor for that call. Lives on the
// stack.
//
// Usually Baton would not see the calls of attempts, because their channel
// begins after Baton in the interceptor chain. But gRPC computes the beginning
// from the number of existing interceptors. It uses this number as an index
// into the list of factories. If a factory before Baton's factory has returned
// nullptr, the index is too small. Each attempt would then enter Baton again,
// without end.
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
