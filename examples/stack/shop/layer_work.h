// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_LAYER_WORK_H_
#define BATON_EXAMPLES_STACK_SHOP_LAYER_WORK_H_

#include <memory>
#include <vector>

#include "examples/stack/shop/call_tally.h"
#include "examples/stack/shop/downstream.h"

namespace baton::stack {

// The handler of a layer, for every server API: it calls each callee. If calls
// fail, it returns the status of the first failure.
//
// Thread-safe. Must outlive its calls.
class LayerWork {
 public:
  // `tally` must outlive the object.
  LayerWork(std::vector<std::unique_ptr<Downstream>> below, CallTally* tally);

  // Calls one callee after the other, on this thread.
  grpc::Status Do(const GetRequest& request,
                  const Downstream::NewContext& new_context, GetReply* reply);

  // Calls all callees at the same time. `queue` is the same as for
  // Downstream::GetAsync(). Calls `done` once. `reply` must live until then.
  void DoAsync(const GetRequest& request,
               const Downstream::NewContext& new_context,
               grpc::CompletionQueue* queue, GetReply* reply, Peer::Done done);

 private:
  const std::vector<std::unique_ptr<Downstream>> below_;
  CallTally* const tally_;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_LAYER_WORK_H_
