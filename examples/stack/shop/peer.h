// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_PEER_H_
#define BATON_EXAMPLES_STACK_SHOP_PEER_H_

#include <functional>
#include <memory>

#include "examples/stack/shop/layers.h"
#include "examples/stack/shop/shop.pb.h"
#include "grpcpp/grpcpp.h"
#include "grpcpp/support/async_unary_call.h"

namespace baton::stack {

using ::shop::v1::GetReply;
using ::shop::v1::GetRequest;

// The stub of one service, with gRPC's three client APIs.
class Peer {
 public:
  using Done = std::function<void(grpc::Status)>;

  virtual ~Peer() = default;

  virtual grpc::Status Get(grpc::ClientContext* context,
                           const GetRequest& request, GetReply* reply) = 0;
  // The three arguments must live until `done` runs.
  virtual void GetByCallback(grpc::ClientContext* context,
                             const GetRequest* request, GetReply* reply,
                             Done done) = 0;
  virtual std::unique_ptr<grpc::ClientAsyncResponseReader<GetReply>> PrepareGet(
      grpc::ClientContext* context, const GetRequest& request,
      grpc::CompletionQueue* queue) = 0;
};

// `layer` is one of kServices.
std::unique_ptr<Peer> NewPeer(Layer layer,
                              const std::shared_ptr<grpc::Channel>& channel);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_PEER_H_
