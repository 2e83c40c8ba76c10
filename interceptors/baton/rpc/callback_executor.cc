// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/callback_executor.h"

#include <utility>

namespace baton::rpc {

void CallbackExecutor::Start(RawStub& stub, const std::string& method,
                             const grpc::ByteBuffer& request,
                             std::shared_ptr<Attempt> attempt) {
  Attempt& started = *attempt;
  stub.UnaryCall(
      &started.context, method, grpc::StubOptions(), &request,
      &started.response,
      [attempt = std::move(attempt)](const grpc::Status& status) mutable {
        attempt->status = status;
        const std::shared_ptr<AttemptOwner> owner = std::move(attempt->owner);
        owner->OnAttemptDone(std::move(attempt));
      });
}

}  // namespace baton::rpc
