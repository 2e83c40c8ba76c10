// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/rpc/support/keyed_server.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gtest/gtest.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

class SyncService final : public Scripted::Service {
 public:
  explicit SyncService(KeyedServer::Handler handler)
      : handler_(std::move(handler)) {}

  grpc::Status Call(grpc::ServerContext* context, const CallRequest* request,
                    CallResponse* response) override {
    return handler_(context, *request, response);
  }

 private:
  const KeyedServer::Handler handler_;
};

class CallbackService final : public Scripted::CallbackService {
 public:
  explicit CallbackService(KeyedServer::Handler handler)
      : handler_(std::move(handler)) {}

  grpc::ServerUnaryReactor* Call(grpc::CallbackServerContext* context,
                                 const CallRequest* request,
                                 CallResponse* response) override {
    grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
    reactor->Finish(handler_(context, *request, response));
    return reactor;
  }

 private:
  const KeyedServer::Handler handler_;
};

std::unique_ptr<grpc::Service> NewService(HandlerApi api,
                                          KeyedServer::Handler handler) {
  if (api == HandlerApi::kSync) {
    return std::make_unique<SyncService>(std::move(handler));
  }
  return std::make_unique<CallbackService>(std::move(handler));
}

}  // namespace

std::string KeyedResult::Trailer(const std::string& key) const {
  const auto found = trailers.find(key);
  return found == trailers.end() ? "" : found->second;
}

KeyedServer::KeyedServer(HandlerApi api, ServerOptions options,
                         Handler handler) {
  service_ =
      NewService(api, [runs = runs_, handler = std::move(handler)](
                          grpc::ServerContextBase* context,
                          const CallRequest& request, CallResponse* response) {
        ++*runs;
        return handler(context, request, response);
      });
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           &port);
  EXPECT_TRUE(InstallServer(&builder, std::move(options)).ok());
  builder.RegisterService(service_.get());
  server_ = builder.BuildAndStart();
  address_ = absl::StrCat("127.0.0.1:", port);
  channel_ = grpc::CreateChannel(address_, grpc::InsecureChannelCredentials());
}

KeyedServer::~KeyedServer() { server_->Shutdown(); }

KeyedResult KeyedServer::Call(
    const std::multimap<std::string, std::string>& metadata,
    const std::string& payload, grpc::ClientContext* context) const {
  grpc::ClientContext own;
  if (context == nullptr) {
    own.set_deadline(FromNow(kPatience));
    context = &own;
  }
  for (const auto& [name, value] : metadata) {
    context->AddMetadata(name, value);
  }
  CallRequest request;
  request.set_payload(payload);
  CallResponse response;
  KeyedResult result;
  result.status =
      Scripted::NewStub(channel_)->Call(context, request, &response);
  result.payload = response.payload();
  for (const auto& [name, value] : context->GetServerTrailingMetadata()) {
    result.trailers.emplace(std::string(name.data(), name.size()),
                            std::string(value.data(), value.size()));
  }
  return result;
}

KeyedResult KeyedServer::CallWithKey(const std::string& key, int attempts_made,
                                     const std::string& payload) const {
  return Call({{"idempotency-key", key},
               {"retry-budget", absl::StrCat("g=2,n=", attempts_made, ",h=1")}},
              payload);
}

}  // namespace baton
