// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/rpc/support/middle_server.h"

#include <utility>

#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gtest/gtest.h"

namespace baton {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

class SyncService final : public Scripted::Service {
 public:
  explicit SyncService(MiddleServer::Handler handler)
      : handler_(std::move(handler)) {}
  grpc::Status Call(grpc::ServerContext* context, const CallRequest*,
                    CallResponse*) override {
    return handler_(*context);
  }

 private:
  const MiddleServer::Handler handler_;
};

class CallbackService final : public Scripted::CallbackService {
 public:
  explicit CallbackService(MiddleServer::CallbackHandler handler)
      : handler_(std::move(handler)) {}
  grpc::ServerUnaryReactor* Call(grpc::CallbackServerContext* context,
                                 const CallRequest*, CallResponse*) override {
    grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
    handler_(*context, reactor);
    return reactor;
  }

 private:
  const MiddleServer::CallbackHandler handler_;
};

// The objects that a callback call needs until its end.
struct Forwarded {
  std::unique_ptr<Scripted::Stub> stub;
  std::unique_ptr<grpc::ClientContext> context;
  CallRequest request;
  CallResponse response;
};

}  // namespace

std::ostream& operator<<(std::ostream& out, LinkBy link) {
  switch (link) {
    case LinkBy::kThread:
      return out << "ByThread";
    case LinkBy::kContext:
      return out << "ByContext";
    case LinkBy::kScope:
      return out << "ByScope";
  }
  return out;
}

MiddleServer::MiddleServer(Handler handler, ServerOptions options)
    : service_(std::make_unique<SyncService>(std::move(handler))) {
  Start(std::move(options));
}

MiddleServer::MiddleServer(CallbackHandler handler, ServerOptions options)
    : service_(std::make_unique<CallbackService>(std::move(handler))) {
  Start(std::move(options));
}

MiddleServer::~MiddleServer() { server_->Shutdown(); }

void MiddleServer::Start(ServerOptions options) {
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           &port);
  const absl::Status installed = InstallServer(&builder, std::move(options));
  EXPECT_TRUE(installed.ok()) << installed;
  builder.RegisterService(service_.get());
  server_ = builder.BuildAndStart();
  EXPECT_NE(server_, nullptr);
  address_ = "127.0.0.1:" + std::to_string(port);
}

std::shared_ptr<grpc::Channel> MiddleServer::NewChannel() const {
  grpc::ChannelArguments arguments;
  // With its own retries, gRPC removes `grpc-previous-rpc-attempts`.
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
  return grpc::CreateCustomChannel(address_, grpc::InsecureChannelCredentials(),
                                   arguments);
}

std::unique_ptr<grpc::ClientContext> NewLinkedContext(
    grpc::ServerContext& context, LinkBy link) {
  switch (link) {
    case LinkBy::kThread:
      break;
    case LinkBy::kContext:
      return grpc::ClientContext::FromServerContext(context);
    case LinkBy::kScope:
      return RequestScope::From(&context).NewClientContext();
  }
  return std::make_unique<grpc::ClientContext>();
}

std::unique_ptr<grpc::ClientContext> NewLinkedContext(
    grpc::CallbackServerContext& context, LinkBy link) {
  switch (link) {
    case LinkBy::kThread:
      break;
    case LinkBy::kContext:
      return grpc::ClientContext::FromCallbackServerContext(context);
    case LinkBy::kScope:
      return RequestScope::From(&context).NewClientContext();
  }
  return std::make_unique<grpc::ClientContext>();
}

MiddleServer::Handler Forward(std::shared_ptr<grpc::Channel> next,
                              LinkBy link) {
  return [next = std::move(next), link](grpc::ServerContext& context) {
    const auto outgoing = NewLinkedContext(context, link);
    CallResponse response;
    return Scripted::NewStub(next)->Call(outgoing.get(), CallRequest(),
                                         &response);
  };
}

MiddleServer::CallbackHandler ForwardByCallback(
    std::shared_ptr<grpc::Channel> next, LinkBy link) {
  return [next = std::move(next), link](grpc::CallbackServerContext& context,
                                        grpc::ServerUnaryReactor* reactor) {
    auto call = std::make_shared<Forwarded>();
    call->stub = Scripted::NewStub(next);
    call->context = NewLinkedContext(context, link);
    Forwarded& started = *call;
    started.stub->async()->Call(
        started.context.get(), &started.request, &started.response,
        [call = std::move(call), reactor](grpc::Status status) {
          // The context must not be the last owner of the channel on a gRPC
          // thread. The server's handler keeps the channel longer.
          reactor->Finish(std::move(status));
        });
  };
}

}  // namespace baton
