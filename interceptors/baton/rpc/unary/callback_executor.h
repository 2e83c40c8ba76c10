// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_CALLBACK_EXECUTOR_H_
#define BATON_RPC_UNARY_CALLBACK_EXECUTOR_H_

#include <memory>
#include <string>

#include "baton/rpc/unary/attempt_executor.h"

namespace baton::rpc {

// Runs attempts through gRPC's callback API, on gRPC's threads. For calls that
// were made through that API: they depend on those threads already. Calls that
// were not must stay off them; a thread of the pool that waits for such a call
// could be the one that the attempt needs.
class CallbackExecutor final : public AttemptExecutor {
 public:
  // The executor of the process; never destroyed. gRPC's callback threads live
  // as long as it does.
  static CallbackExecutor& Process();

  void Start(RawStub& stub, const std::string& method,
             const grpc::ByteBuffer& request,
             std::shared_ptr<Attempt> attempt) override;

 private:
  CallbackExecutor();
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_CALLBACK_EXECUTOR_H_
