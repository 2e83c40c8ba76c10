// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_DOWNSTREAM_H_
#define BATON_EXAMPLES_STACK_SHOP_DOWNSTREAM_H_

#include <cstdint>
#include <functional>
#include <memory>

#include "absl/time/time.h"
#include "examples/stack/shop/layers.h"
#include "examples/stack/shop/peer.h"
#include "examples/stack/shop/retry_mode.h"
#include "grpcpp/grpcpp.h"

namespace baton::stack {

// A service that a layer calls. With RetryMode::kLoop, this class contains
// the retry loop. In all other modes the channel retries, and this class makes
// only one call.
//
// Thread-safe. Must outlive its calls.
class Downstream {
 public:
  // Creates the context of each attempt of the loop. All attempts have the same
  // deadline.
  using NewContext = std::function<std::unique_ptr<grpc::ClientContext>()>;
  using Done = std::function<void(const grpc::Status&, const GetReply&)>;

  // `loop_timeout` is the timeout of each attempt of the loop.
  Downstream(Layer caller, Layer callee,
             const std::shared_ptr<grpc::Channel>& channel, RetryMode mode,
             absl::Duration loop_timeout);

  grpc::Status Get(uint32_t request_id, const NewContext& new_context,
                   GetReply* reply) const;

  // Uses the callback API if `queue` is null, and `queue` otherwise, which
  // RunCompletions() must poll. Calls `done` once.
  void GetAsync(uint32_t request_id, NewContext new_context,
                grpc::CompletionQueue* queue, Done done) const;

 private:
  class AsyncGet;
  std::unique_ptr<grpc::ClientContext> NextContext(
      const NewContext& new_context) const;
  bool WorthAnother(const grpc::Status& status, int attempts) const;

  const Layer caller_;
  const std::unique_ptr<Peer> peer_;
  // The maximum number of attempts of the loop. 1: no loop.
  const int loop_attempts_;
  const absl::Duration loop_timeout_;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_DOWNSTREAM_H_
