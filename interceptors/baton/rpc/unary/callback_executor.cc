// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/callback_executor.h"

#include <memory>
#include <utility>

#include "grpcpp/create_channel.h"

namespace baton::rpc {
namespace {

// Keeps gRPC's callback threads for as long as the process lives.
//
// Without a poller of its own (before 1.69, on Linux) gRPC joins these threads
// when the last channel that used them is destroyed. An attempt holds its
// channel, and may well be the last to do so, and ends on one of these very
// threads, which would then join itself. A channel that goes nowhere and is
// never destroyed prevents that.
void KeepCallbackThreads() {
  // Null credentials make a channel on which every call fails at once.
  static auto* const stub =  // where a search for leaks finds it
      new RawStub(grpc::CreateChannel("baton:callback-threads", nullptr));
  struct Call {
    grpc::ClientContext context;
    grpc::ByteBuffer request;
    grpc::ByteBuffer response;
  };
  const auto call = std::make_shared<Call>();
  const grpc::Slice nothing;
  call->request = grpc::ByteBuffer(&nothing, 1);
  stub->UnaryCall(&call->context, "/baton/KeepCallbackThreads",
                  grpc::StubOptions(), &call->request, &call->response,
                  [call](const grpc::Status& /*status*/) {});
}

}  // namespace

CallbackExecutor::CallbackExecutor() { KeepCallbackThreads(); }

CallbackExecutor& CallbackExecutor::Process() {
  static auto* const executor = new CallbackExecutor();
  return *executor;
}

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
