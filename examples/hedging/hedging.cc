// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Shows hedging. The service never responds to the first attempt, so that the
// client sends a second one. The calls are unary and server-streaming.

#include <atomic>
#include <iostream>
#include <string>

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
  int cancelled() const { return cancelled_; }

 private:
  // A call without a response. Ends when its client cancels it.
  template <typename Reactor>
  class StuckCall final : public Reactor {
   public:
    explicit StuckCall(std::atomic<int>& cancelled) : cancelled_(cancelled) {}
    void OnCancel() override {
      ++cancelled_;
      this->Finish(grpc::Status::CANCELLED);
    }
    void OnDone() override { delete this; }

   private:
    std::atomic<int>& cancelled_;
  };

  // Sends the text of the request, then "twice".
  class Repeating final : public grpc::ServerWriteReactor<EchoResponse> {
   public:
    explicit Repeating(const std::string& text) {
      response_.set_text(text);
      StartWrite(&response_);
    }
    void OnWriteDone(bool ok) override {
      if (!ok || repeats_) return Finish(grpc::Status::OK);
      repeats_ = true;
      response_.set_text("twice");
      StartWrite(&response_);
    }
    void OnDone() override { delete this; }

   private:
    EchoResponse response_;
    bool repeats_ = false;
  };

  grpc::ServerUnaryReactor* Unary(grpc::CallbackServerContext* context,
                                  const EchoRequest* /*request*/,
                                  EchoResponse* /*response*/) override {
    if (calls_++ == 0) {
      return new StuckCall<grpc::ServerUnaryReactor>(cancelled_);
    }
    grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }

  grpc::ServerWriteReactor<EchoResponse>* ServerStream(
      grpc::CallbackServerContext* /*context*/,
      const EchoRequest* request) override {
    if (streams_++ > 0) return new Repeating(request->text());
    return new StuckCall<grpc::ServerWriteReactor<EchoResponse>>(cancelled_);
  }

  std::atomic<int> calls_{0};
  std::atomic<int> streams_{0};
  std::atomic<int> cancelled_{0};
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

    grpc::ClientContext streaming;
    EchoRequest request;
    request.set_text("hello");
    const auto reader = stub->ServerStream(&streaming, request);
    EchoResponse response;
    while (reader->Read(&response)) std::cout << response.text() << " ";
    reader->Finish();
    std::cout << "- " << baton::examples::Told(streaming) << "\n";
  }
  // Shutdown() waits until all calls have ended.
  server.Shutdown();
  std::cout << "the server saw " << service.cancelled() << " calls cancelled\n";
}
