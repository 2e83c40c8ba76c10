// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CHAIN_LAYER_SERVER_H_
#define BATON_CHAIN_LAYER_SERVER_H_

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "baton/chain/fault.h"
#include "baton/chain/layer_caller.h"
#include "baton/chain/layer_state.h"
#include "baton/chain/layers.h"
#include "baton/chain/tally.h"
#include "grpcpp/generic/async_generic_service.h"
#include "grpcpp/server.h"

namespace baton::chain {

// The server of a layer, on a port of 127.0.0.1. It answers calls of every
// method.
class LayerServer {
 public:
  // Starts the server. Returns the same errors as InstallServer(), or an error
  // if no port is available. LayerState describes the arguments.
  static absl::StatusOr<std::unique_ptr<LayerServer>> Start(
      const Layer& layer, std::size_t index,
      std::unique_ptr<LayerCaller> caller, Tally* tally);
  // Cancels the requests in flight, and waits for them.
  ~LayerServer();

  std::string address() const;
  void Set(Behavior behavior) { state_.Set(std::move(behavior)); }

 private:
  LayerServer(const Layer& layer, std::size_t index,
              std::unique_ptr<LayerCaller> caller, Tally* tally)
      : state_(layer, index, std::move(caller), tally) {}

  LayerState state_;
  int port_ = 0;
  std::unique_ptr<grpc::CallbackGenericService> service_;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace baton::chain

#endif  // BATON_CHAIN_LAYER_SERVER_H_
