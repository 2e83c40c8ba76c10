// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Needs C++20.

#include "examples/threads/coroutine_relay.h"

#include <coroutine>
#include <utility>

#include "examples/threads/linked_task.h"

namespace baton::examples {
namespace {

// Awaits one call. A thread of gRPC resumes the coroutine.
class CallOf {
 public:
  CallOf(Echo::Stub& stub, const EchoRequest& request, EchoResponse& response)
      : stub_(stub), request_(request), response_(response) {}

  bool await_ready() const { return false; }
  void await_suspend(std::coroutine_handle<> task) {
    // The call has its context from the coroutine's thread. After the start of
    // the call this object may be gone.
    stub_.async()->Unary(context_.get(), &request_, &response_,
                         [this, task](grpc::Status status) {
                           status_ = std::move(status);
                           task.resume();
                         });
  }
  grpc::Status await_resume() { return status_; }

 private:
  Echo::Stub& stub_;
  const EchoRequest& request_;
  EchoResponse& response_;
  // Created while the request is attached: before the coroutine is suspended.
  std::unique_ptr<grpc::ClientContext> context_ =
      RequestScope::Current().NewClientContext();
  grpc::Status status_;
};

class CoroutineRelay final : public Echo::CallbackService {
 public:
  explicit CoroutineRelay(std::unique_ptr<Echo::Stub> next)
      : next_(std::move(next)) {}

 private:
  grpc::ServerUnaryReactor* Unary(grpc::CallbackServerContext* context,
                                  const EchoRequest* request,
                                  EchoResponse* response) override {
    grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
    Forward(*next_, *request, *response, *reactor);
    return reactor;
  }

  static LinkedTask Forward(Echo::Stub& next, const EchoRequest& request,
                            EchoResponse& response,
                            grpc::ServerUnaryReactor& reactor) {
    co_await CallOf(next, request, response);
    // A thread of gRPC runs from here. The request is attached to it.
    reactor.Finish(co_await CallOf(next, request, response));
  }

  const std::unique_ptr<Echo::Stub> next_;
};

}  // namespace

std::unique_ptr<grpc::Service> NewCoroutineRelay(
    std::unique_ptr<Echo::Stub> next) {
  return std::make_unique<CoroutineRelay>(std::move(next));
}

}  // namespace baton::examples
