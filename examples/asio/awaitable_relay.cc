// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Needs C++20.

#include "examples/asio/awaitable_relay.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "asio/associated_executor.hpp"
#include "asio/async_result.hpp"
#include "asio/awaitable.hpp"
#include "asio/co_spawn.hpp"
#include "asio/detached.hpp"
#include "asio/dispatch.hpp"
#include "asio/executor_work_guard.hpp"
#include "asio/thread_pool.hpp"
#include "asio/use_awaitable.hpp"
#include "baton/server.h"

namespace baton::examples {
namespace {

// The part of asio-grpc's ClientRPC::request() that this example needs: makes a
// call, and resumes the coroutine on its own executor with the status. All
// arguments must outlive the call.
asio::awaitable<grpc::Status> Call(Echo::Stub* stub,
                                   grpc::ClientContext* context,
                                   const EchoRequest* request,
                                   EchoResponse* response) {
  return asio::async_initiate<const asio::use_awaitable_t<>&,
                              void(grpc::Status)>(
      [=](auto handler) {
        auto executor = asio::get_associated_executor(handler);
        // gRPC copies its callback, and the handler can only be moved.
        auto shared = std::make_shared<decltype(handler)>(std::move(handler));
        stub->async()->Unary(
            context, request, response,
            [shared,
             guard = asio::make_work_guard(executor)](grpc::Status status) {
              asio::dispatch(guard.get_executor(),
                             [shared, status = std::move(status)]() mutable {
                               std::move (*shared)(std::move(status));
                             });
            });
      },
      asio::use_awaitable);
}

class AwaitableRelay final : public Echo::CallbackService {
 public:
  explicit AwaitableRelay(std::unique_ptr<Echo::Stub> next)
      : next_(std::move(next)) {}
  ~AwaitableRelay() override { threads_.join(); }

 private:
  grpc::ServerUnaryReactor* Unary(grpc::CallbackServerContext* context,
                                  const EchoRequest* request,
                                  EchoResponse* response) override {
    grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
    asio::co_spawn(threads_,
                   Forward(RequestScope::From(context), next_.get(), request,
                           response, reactor),
                   asio::detached);
    return reactor;
  }

  // The coroutine owns the scope, so each of its calls belongs to the request,
  // on whatever thread asio resumes the coroutine.
  static asio::awaitable<void> Forward(RequestScope scope, Echo::Stub* next,
                                       const EchoRequest* request,
                                       EchoResponse* response,
                                       grpc::ServerUnaryReactor* reactor) {
    std::string lines;
    grpc::Status status;
    for (int i = 0; i < 2 && status.ok(); ++i) {
      const std::unique_ptr<grpc::ClientContext> outgoing =
          scope.NewClientContext();
      EchoResponse answer;
      status = co_await Call(next, outgoing.get(), request, &answer);
      absl::StrAppend(&lines, i == 0 ? "" : "\n", answer.text());
    }
    response->set_text(lines);
    reactor->Finish(status);
  }

  const std::unique_ptr<Echo::Stub> next_;
  asio::thread_pool threads_{2};
};

}  // namespace

std::unique_ptr<grpc::Service> NewAwaitableRelay(
    std::unique_ptr<Echo::Stub> next) {
  return std::make_unique<AwaitableRelay>(std::move(next));
}

}  // namespace baton::examples
