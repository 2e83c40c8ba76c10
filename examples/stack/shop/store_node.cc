// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/store_node.h"

namespace baton::stack {

void StoreNode::Register(grpc::ServerBuilder* builder) {
  builder->RegisterService(this);
}

grpc::ServerUnaryReactor* StoreNode::Get(grpc::CallbackServerContext* context,
                                         const GetRequest* request,
                                         GetReply* reply) {
  tally_->Count(request->request_id(), request->caller());
  const int call = tally_->Calls(request->request_id());
  reply->set_services(1);
  grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
  store_->Handle(
      request->request_id(), call,
      [reactor](const grpc::Status& status) { reactor->Finish(status); });
  return reactor;
}

}  // namespace baton::stack
