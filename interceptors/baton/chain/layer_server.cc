// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/chain/layer_server.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "baton/chain/layer_request.h"
#include "baton/real_clock.h"
#include "baton/server.h"
#include "grpcpp/security/server_credentials.h"
#include "grpcpp/server_builder.h"

namespace baton::chain {
namespace {

class Service final : public grpc::CallbackGenericService {
 public:
  explicit Service(LayerState& layer) : layer_(layer) {}

  grpc::ServerGenericBidiReactor* CreateReactor(
      grpc::GenericCallbackServerContext* context) override {
    return LayerRequest::New(layer_, *context);
  }

 private:
  LayerState& layer_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<LayerServer>> LayerServer::Start(
    const Layer& layer, std::size_t index, std::unique_ptr<LayerCaller> caller,
    Tally* tally) {
  std::unique_ptr<LayerServer> made(
      new LayerServer(layer, index, std::move(caller), tally));
  made->service_ = std::make_unique<Service>(made->state_);
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           &made->port_);
  builder.RegisterCallbackGenericService(made->service_.get());
  if (layer.participation == Participation::kBaton) {
    const absl::Status installed = InstallServer(&builder, layer.server);
    if (!installed.ok()) return installed;
  }
  made->server_ = builder.BuildAndStart();
  if (made->server_ == nullptr || made->port_ == 0) {
    return absl::UnavailableError("cannot listen on the loopback interface");
  }
  return made;
}

LayerServer::~LayerServer() {
  if (server_ != nullptr) server_->Shutdown(SystemNow());
}

std::string LayerServer::address() const {
  return absl::StrCat("127.0.0.1:", port_);
}

}  // namespace baton::chain
