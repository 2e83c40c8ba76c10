// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/peer.h"

#include <utility>

#include "examples/stack/shop/shop.grpc.pb.h"

namespace baton::stack {
namespace {

template <typename Service>
class StubPeer final : public Peer {
 public:
  explicit StubPeer(const std::shared_ptr<grpc::Channel>& channel)
      : stub_(Service::NewStub(channel)) {}

  grpc::Status Get(grpc::ClientContext* context, const GetRequest& request,
                   GetReply* reply) override {
    return stub_->Get(context, request, reply);
  }

  void GetByCallback(grpc::ClientContext* context, const GetRequest* request,
                     GetReply* reply, Done done) override {
    stub_->async()->Get(context, request, reply, std::move(done));
  }

  std::unique_ptr<grpc::ClientAsyncResponseReader<GetReply>> PrepareGet(
      grpc::ClientContext* context, const GetRequest& request,
      grpc::CompletionQueue* queue) override {
    return stub_->PrepareAsyncGet(context, request, queue);
  }

 private:
  const std::unique_ptr<typename Service::Stub> stub_;
};

}  // namespace

std::unique_ptr<Peer> NewPeer(Layer layer,
                              const std::shared_ptr<grpc::Channel>& channel) {
  switch (layer) {
    case ::shop::v1::LAYER_EDGE:
      return std::make_unique<StubPeer<::shop::v1::Edge>>(channel);
    case ::shop::v1::LAYER_CHECKOUT:
      return std::make_unique<StubPeer<::shop::v1::Checkout>>(channel);
    case ::shop::v1::LAYER_INVENTORY:
      return std::make_unique<StubPeer<::shop::v1::Inventory>>(channel);
    case ::shop::v1::LAYER_PRICING:
      return std::make_unique<StubPeer<::shop::v1::Pricing>>(channel);
    default:
      return std::make_unique<StubPeer<::shop::v1::Store>>(channel);
  }
}

}  // namespace baton::stack
