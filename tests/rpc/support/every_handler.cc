// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/rpc/support/every_handler.h"

#include "baton/testing/v1/scripted.grpc.pb.h"

namespace baton {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

class SyncHandlers final : public Scripted::Service {
 public:
  explicit SyncHandlers(std::atomic<int>& ran) : ran_(ran) {}

  grpc::Status Call(grpc::ServerContext*, const CallRequest*,
                    CallResponse*) override {
    return Ran();
  }
  grpc::Status ServerStream(grpc::ServerContext*, const CallRequest*,
                            grpc::ServerWriter<CallResponse>*) override {
    return Ran();
  }
  grpc::Status ClientStream(grpc::ServerContext*,
                            grpc::ServerReader<CallRequest>* reader,
                            CallResponse*) override {
    CallRequest request;
    while (reader->Read(&request)) {
    }
    return Ran();
  }
  grpc::Status Bidi(
      grpc::ServerContext*,
      grpc::ServerReaderWriter<CallResponse, CallRequest>* stream) override {
    CallRequest request;
    while (stream->Read(&request)) {
    }
    return Ran();
  }

 private:
  grpc::Status Ran() {
    ++ran_;
    return grpc::Status::OK;
  }

  std::atomic<int>& ran_;
};

// Finishes at once. Owns itself.
template <typename Base>
class OkReactor final : public Base {
 public:
  OkReactor() { this->Finish(grpc::Status::OK); }
  void OnDone() override { delete this; }
};

class CallbackHandlers final : public Scripted::CallbackService {
 public:
  explicit CallbackHandlers(std::atomic<int>& ran) : ran_(ran) {}

  grpc::ServerUnaryReactor* Call(grpc::CallbackServerContext* context,
                                 const CallRequest*, CallResponse*) override {
    ++ran_;
    grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }
  grpc::ServerWriteReactor<CallResponse>* ServerStream(
      grpc::CallbackServerContext*, const CallRequest*) override {
    ++ran_;
    return new OkReactor<grpc::ServerWriteReactor<CallResponse>>;
  }
  grpc::ServerReadReactor<CallRequest>* ClientStream(
      grpc::CallbackServerContext*, CallResponse*) override {
    ++ran_;
    return new OkReactor<grpc::ServerReadReactor<CallRequest>>;
  }
  grpc::ServerBidiReactor<CallRequest, CallResponse>* Bidi(
      grpc::CallbackServerContext*) override {
    ++ran_;
    return new OkReactor<grpc::ServerBidiReactor<CallRequest, CallResponse>>;
  }

 private:
  std::atomic<int>& ran_;
};

}  // namespace

std::ostream& operator<<(std::ostream& out, HandlerApi api) {
  return out << (api == HandlerApi::kSync ? "Sync" : "Callback");
}

std::ostream& operator<<(std::ostream& out, MethodKind kind) {
  switch (kind) {
    case MethodKind::kUnary:
      return out << "Unary";
    case MethodKind::kServerStream:
      return out << "ServerStream";
    case MethodKind::kClientStream:
      return out << "ClientStream";
    case MethodKind::kBidi:
      return out << "Bidi";
  }
  return out;
}

std::unique_ptr<grpc::Service> NewEveryHandler(HandlerApi api,
                                               std::atomic<int>& ran) {
  if (api == HandlerApi::kSync) return std::make_unique<SyncHandlers>(ran);
  return std::make_unique<CallbackHandlers>(ran);
}

grpc::Status CallMethod(MethodKind kind,
                        const std::shared_ptr<grpc::Channel>& channel,
                        grpc::ClientContext& context,
                        const CallRequest& request) {
  const auto stub = Scripted::NewStub(channel);
  CallResponse response;
  switch (kind) {
    case MethodKind::kUnary:
      return stub->Call(&context, request, &response);
    case MethodKind::kServerStream: {
      const auto reader = stub->ServerStream(&context, request);
      while (reader->Read(&response)) {
      }
      return reader->Finish();
    }
    case MethodKind::kClientStream: {
      const auto writer = stub->ClientStream(&context, &response);
      writer->Write(request);
      writer->WritesDone();
      return writer->Finish();
    }
    case MethodKind::kBidi: {
      const auto stream = stub->Bidi(&context);
      stream->Write(request);
      stream->WritesDone();
      while (stream->Read(&response)) {
      }
      return stream->Finish();
    }
  }
  return grpc::Status::OK;
}

}  // namespace baton
