// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/callback_threads.h"

#include <memory>

#include "grpcpp/create_channel.h"
#include "grpcpp/generic/generic_stub.h"
#include "grpcpp/support/byte_buffer.h"

namespace baton::rpc {
namespace {

using Stub = grpc::TemplatedGenericStub<grpc::ByteBuffer, grpc::ByteBuffer>;

Stub* StartCallbackThreads() {
  // Null credentials make a channel on which every call fails at once.
  auto* const stub =
      new Stub(grpc::CreateChannel("baton:callback-threads", nullptr));
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
  return stub;
}

}  // namespace

void KeepCallbackThreads() {
  // A leak checker finds it here. Without `volatile`, the compiler drops a
  // pointer that nothing reads.
  static const Stub* const volatile stub = StartCallbackThreads();
  (void)stub;
}

}  // namespace baton::rpc
