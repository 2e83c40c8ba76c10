// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CHAIN_LAYER_REQUEST_H_
#define BATON_CHAIN_LAYER_REQUEST_H_

#include <cstddef>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "baton/chain/fault.h"
#include "baton/chain/layer_state.h"
#include "baton/mutex.h"
#include "baton/testing/v1/chain.grpc.pb.h"
#include "grpcpp/client_context.h"
#include "grpcpp/generic/async_generic_service.h"
#include "grpcpp/support/byte_buffer.h"

namespace baton::chain {

// A call that has reached a layer. Reads the request, makes the layer's own
// calls and responds. If there is a Fault, does what the fault prescribes. Owns
// itself until it is done.
class LayerRequest final : public grpc::ServerGenericBidiReactor,
                           public std::enable_shared_from_this<LayerRequest> {
 public:
  // Creates a request that deletes itself when it is done.
  static LayerRequest* New(LayerState& layer,
                           grpc::GenericCallbackServerContext& context);

 private:
  LayerRequest(LayerState& layer, grpc::GenericCallbackServerContext& context)
      : layer_(layer), context_(context) {}

  void OnReadDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

  void Begin();
  void CallOne(std::size_t target);
  void CallAll();
  void OnCallEnd(std::size_t target, const grpc::Status& status);
  void End();
  void Respond(const grpc::Status& status);
  std::unique_ptr<grpc::ClientContext> NewContext() const;

  LayerState& layer_;
  grpc::GenericCallbackServerContext& context_;
  grpc::ByteBuffer bytes_;
  testing::v1::ChainCall call_;
  Fault fault_;
  std::string budget_;  // for Participation::kCopiesHeader

  Mutex mutex_;
  std::shared_ptr<LayerRequest> self_ ABSL_GUARDED_BY(mutex_);
  // The number of calls that run.
  std::size_t open_ ABSL_GUARDED_BY(mutex_) = 0;
  // The status of the first failed call.
  grpc::Status status_ ABSL_GUARDED_BY(mutex_);
  bool hanging_ ABSL_GUARDED_BY(mutex_) = false;
  bool cancelled_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace baton::chain

#endif  // BATON_CHAIN_LAYER_REQUEST_H_
