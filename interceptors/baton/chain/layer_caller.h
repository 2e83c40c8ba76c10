// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CHAIN_LAYER_CALLER_H_
#define BATON_CHAIN_LAYER_CALLER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "baton/chain/layers.h"
#include "baton/testing/v1/chain.grpc.pb.h"
#include "grpcpp/channel.h"
#include "grpcpp/client_context.h"
#include "grpcpp/generic/generic_stub.h"

namespace baton::chain {

// Makes the calls of one layer, or of the application, to the next layers.
// Thread-safe. Must outlive its calls.
class LayerCaller {
 public:
  struct Target {
    std::string address;
    std::string method;
    std::size_t site = 0;  // index of the call site in SitesOf(): see layers.h
  };
  // Creates the context of one gRPC call. If Caller::loop_attempts (layers.h)
  // is above 1, Call() repeats a failed call, like an application with a retry
  // loop of its own. Call() then uses this function for each repetition.
  using NewContext = std::function<std::unique_ptr<grpc::ClientContext>()>;
  using Done = std::function<void(const grpc::Status&)>;

  // Creates the channels. Returns the same errors as CreateChannel() of
  // client.h.
  static absl::StatusOr<std::unique_ptr<LayerCaller>> Create(
      Participation participation, const Caller& caller,
      std::vector<Target> targets);

  std::size_t size() const { return targets_.size(); }
  // Makes a call to a target for a request of the application. Runs `done`
  // once, on a thread of gRPC, after the call has released all its resources.
  void Call(std::size_t target, uint64_t request, NewContext new_context,
            Done done) const;

 private:
  using Stub = grpc::TemplatedGenericStub<testing::v1::ChainCall,
                                          testing::v1::ChainCall>;
  struct Attempt;

  LayerCaller(std::vector<Target> targets, int loop_attempts)
      : targets_(std::move(targets)), loop_attempts_(loop_attempts) {}
  void Start(std::unique_ptr<Attempt> attempt) const;

  const std::vector<Target> targets_;
  const int loop_attempts_;
  std::vector<std::unique_ptr<Stub>> stubs_;  // one for each target
};

}  // namespace baton::chain

#endif  // BATON_CHAIN_LAYER_CALLER_H_
