// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_DRIVER_ATTEMPT_EXECUTOR_H_
#define BATON_RPC_UNARY_DRIVER_ATTEMPT_EXECUTOR_H_

#include <memory>
#include <string>

#include "baton/rpc/call/attempt.h"
#include "grpcpp/support/byte_buffer.h"

namespace baton::rpc {

// Where attempts run: how an attempt is started and which thread learns of its
// end. Which one serves a call depends on the API that the application made
// it through.
class AttemptExecutor {
 public:
  virtual ~AttemptExecutor() = default;

  // Starts the attempt, whose context is ready. `method` and `request` must
  // live until this returns; the attempt keeps itself alive until its owner
  // has been told.
  virtual void Start(RawStub& stub, const std::string& method,
                     const grpc::ByteBuffer& request,
                     std::shared_ptr<Attempt> attempt) = 0;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_DRIVER_ATTEMPT_EXECUTOR_H_
