// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_ASYNC_CALLBACK_RELAY_H_
#define BATON_EXAMPLES_ASYNC_CALLBACK_RELAY_H_

#include <iostream>
#include <memory>
#include <utility>

#include "baton/server.h"
#include "examples/support/echo_call.h"
#include "grpcpp/grpcpp.h"

namespace baton::examples {

// A service that forwards its requests with callbacks. The RequestScope links
// the outgoing call to its request: to its grant, deadline and cancellation.
class CallbackRelay final : public Echo::CallbackService {
 public:
  explicit CallbackRelay(std::unique_ptr<Echo::Stub> next)
      : next_(std::move(next)) {}

 private:
  grpc::ServerUnaryReactor* Unary(grpc::CallbackServerContext* context,
                                  const EchoRequest* request,
                                  EchoResponse* response) override {
    grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
    const std::shared_ptr<grpc::ClientContext> onward =
        RequestScope::From(context).NewClientContext();
    next_->async()->Unary(onward.get(), request, response,
                          [onward, reactor](const grpc::Status& status) {
                            std::cout << "  the relay's call: " << Told(*onward)
                                      << "\n";
                            reactor->Finish(status);
                          });
    return reactor;
  }

  const std::unique_ptr<Echo::Stub> next_;
};

}  // namespace baton::examples

#endif  // BATON_EXAMPLES_ASYNC_CALLBACK_RELAY_H_
