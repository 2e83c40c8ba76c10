// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/chain/lost_trailers.h"

namespace baton::chain {
namespace {

class TrailerLoser final : public rpc::Interceptor {
 public:
  void Intercept(rpc::InterceptorBatchMethods* batch) override {
    if (batch->QueryInterceptionHookPoint(rpc::Hook::POST_RECV_STATUS)) {
      auto* const trailers = batch->GetRecvTrailingMetadata();
      if (trailers != nullptr && trailers->erase(kLoseTrailersKey) > 0) {
        trailers->erase("retry-advice");
        trailers->erase("grpc-retry-pushback-ms");
      }
    }
    batch->Proceed();
  }
};

class Factory final : public rpc::ClientInterceptorFactoryInterface {
 public:
  rpc::Interceptor* CreateClientInterceptor(rpc::ClientRpcInfo*) override {
    return new TrailerLoser;
  }
};

}  // namespace

std::unique_ptr<rpc::ClientInterceptorFactoryInterface> NewTrailerLoser() {
  return std::make_unique<Factory>();
}

}  // namespace baton::chain
