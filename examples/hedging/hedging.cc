// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A service whose first answer never comes, and a client that does not wait for
// it.

#include <atomic>
#include <iostream>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/policy.h"
#include "examples/support/echo_call.h"
#include "examples/support/local_server.h"
#include "grpcpp/grpcpp.h"

namespace {

using baton::examples::Echo;
using baton::examples::EchoRequest;
using baton::examples::EchoResponse;

class SlowEcho final : public Echo::CallbackService {
 public:
  bool first_was_cancelled() const { return cancelled_; }

 private:
  // Answers when nobody wants it any more.
  class StuckCall final : public grpc::ServerUnaryReactor {
   public:
    explicit StuckCall(std::atomic<bool>& cancelled) : cancelled_(cancelled) {}
    void OnCancel() override {
      cancelled_ = true;
      Finish(grpc::Status::CANCELLED);
    }
    void OnDone() override { delete this; }

   private:
    std::atomic<bool>& cancelled_;
  };

  grpc::ServerUnaryReactor* Unary(grpc::CallbackServerContext* context,
                                  const EchoRequest* /*request*/,
                                  EchoResponse* /*response*/) override {
    if (calls_++ == 0) return new StuckCall(cancelled_);
    grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }

  std::atomic<int> calls_{0};
  std::atomic<bool> cancelled_{false};
};

}  // namespace

int main() {
  baton::ClientOptions options;
  baton::MethodPolicy& everything = options.policy.everything();
  everything.idempotency = baton::Idempotency::kNoSideEffects;
  everything.hedge.max_attempts = 2;
  everything.hedge.delay = absl::Milliseconds(20);

  SlowEcho service;
  baton::examples::LocalServer server(&service);
  {
    const auto stub = baton::examples::NewEcho(server.address(), options);
    grpc::ClientContext context;
    baton::examples::Call(*stub, "hello", &context);
    std::cout << baton::examples::Told(context) << "\n";
  }
  // Waits for its calls.
  server.Shutdown();
  std::cout << "the server saw its first call "
            << (service.first_was_cancelled() ? "cancelled" : "end") << "\n";
}
