// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_LAYER_WORK_H_
#define BATON_EXAMPLES_STACK_SHOP_LAYER_WORK_H_

#include <memory>
#include <vector>

#include "examples/stack/shop/call_tally.h"
#include "examples/stack/shop/downstream.h"

namespace baton::stack {

// What a layer does with a request, whichever API its server has: it asks
// every service below it, and fails as the first of them that failed did.
//
// Thread-safe. Has to outlive its calls.
class LayerWork {
 public:
  // `tally` has to outlive it.
  LayerWork(std::vector<std::unique_ptr<Downstream>> below, CallTally* tally);

  // One after the other, on this thread.
  grpc::Status Do(const GetRequest& request,
                  const Downstream::NewContext& new_context, GetReply* reply);

  // All at the same time. `queue` as for Downstream::GetAsync(); `reply` has
  // to live until `done` runs, which it does once.
  void DoAsync(const GetRequest& request,
               const Downstream::NewContext& new_context,
               grpc::CompletionQueue* queue, GetReply* reply, Peer::Done done);

 private:
  const std::vector<std::unique_ptr<Downstream>> below_;
  CallTally* const tally_;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_LAYER_WORK_H_
