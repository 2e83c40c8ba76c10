// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_FUZZ_WITNESS_WITNESS_HANDLERS_H_
#define BATON_TESTS_FUZZ_WITNESS_WITNESS_HANDLERS_H_

#include <functional>
#include <memory>

#include "baton/examples/v1/echo.grpc.pb.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/generic/async_generic_service.h"
#include "grpcpp/grpcpp.h"

namespace baton::fuzz {

// Returns the status of a request. Called on any thread of the server.
using Judge = std::function<grpc::Status(grpc::ServerContextBase&)>;

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

// Call() and Bidi() use the callback API, and ServerStream() a completion
// queue. ClientStream() is synchronous.
using MixedBase =
    Scripted::WithCallbackMethod_Call<Scripted::WithCallbackMethod_Bidi<
        Scripted::WithAsyncMethod_ServerStream<Scripted::Service>>>;

// The handlers of Scripted, in three APIs. Each reads its messages, and answers
// as the judge decides.
class MixedHandlers final : public MixedBase {
 public:
  explicit MixedHandlers(Judge judge) : judge_(std::move(judge)) {}

  grpc::ServerUnaryReactor* Call(grpc::CallbackServerContext* context,
                                 const CallRequest* request,
                                 CallResponse* response) override;
  grpc::ServerBidiReactor<CallRequest, CallResponse>* Bidi(
      grpc::CallbackServerContext* context) override;
  grpc::Status ClientStream(grpc::ServerContext* context,
                            grpc::ServerReader<CallRequest>* reader,
                            CallResponse* response) override;

 private:
  const Judge judge_;
};

// Synchronous handlers of Echo.
class SyncHandlers final : public examples::v1::Echo::Service {
 public:
  explicit SyncHandlers(Judge judge) : judge_(std::move(judge)) {}

  grpc::Status Unary(grpc::ServerContext* context,
                     const examples::v1::EchoRequest* request,
                     examples::v1::EchoResponse* response) override;

 private:
  const Judge judge_;
};

// Serves ServerStream() of `typed`, and all methods of no service, until the
// queue ends. Any number of requests may be open.
void ServeQueue(MixedBase& typed, grpc::AsyncGenericService& generic,
                grpc::ServerCompletionQueue& queue, const Judge& judge);

}  // namespace baton::fuzz

#endif  // BATON_TESTS_FUZZ_WITNESS_WITNESS_HANDLERS_H_
