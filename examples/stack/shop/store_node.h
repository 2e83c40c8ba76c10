// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_STORE_NODE_H_
#define BATON_EXAMPLES_STACK_SHOP_STORE_NODE_H_

#include "examples/stack/shop/call_tally.h"
#include "examples/stack/shop/node.h"
#include "examples/stack/shop/shop.grpc.pb.h"
#include "examples/stack/shop/store.h"

namespace baton::stack {

// The service of the store. Uses the callback API, because the workers of the
// store send the responses.
class StoreNode final : public Node,
                        private ::shop::v1::Store::CallbackService {
 public:
  // The arguments must outlive the object.
  StoreNode(Store* store, CallTally* tally) : store_(store), tally_(tally) {}

  void Register(grpc::ServerBuilder* builder) override;

 private:
  grpc::ServerUnaryReactor* Get(grpc::CallbackServerContext* context,
                                const GetRequest* request,
                                GetReply* reply) override;

  Store* const store_;
  CallTally* const tally_;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_STORE_NODE_H_
