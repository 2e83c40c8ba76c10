// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Makes the same call by callback and from a completion queue, through handlers
// of both kinds. The service behind them fails every second request.

#include <future>
#include <iostream>
#include <memory>

#include "absl/status/status.h"
#include "baton/client.h"
#include "baton/policy.h"
#include "baton/server.h"
#include "examples/async/callback_relay.h"
#include "examples/async/queue_relay.h"
#include "examples/support/echo_call.h"
#include "examples/support/local_server.h"
#include "grpcpp/grpcpp.h"

namespace {

using baton::examples::Echo;
using baton::examples::EchoRequest;
using baton::examples::EchoResponse;
using baton::examples::LocalServer;
using baton::examples::Told;

class StumblingEcho final : public Echo::Service {
  grpc::Status Unary(grpc::ServerContext* /*context*/,
                     const EchoRequest* /*request*/,
                     EchoResponse* /*response*/) override {
    if (calls_++ % 2 == 1) return grpc::Status::OK;
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "every second request");
  }

  int calls_ = 0;  // Only one call runs at a time.
};

void Install(grpc::ServerBuilder* builder) {
  const absl::Status installed = baton::InstallServer(builder);
  if (!installed.ok()) std::cerr << installed << "\n";
}

void CallByCallback(Echo::Stub& stub) {
  grpc::ClientContext context;
  EchoRequest request;
  EchoResponse response;
  std::promise<void> done;
  stub.async()->Unary(&context, &request, &response,
                      [&done](const grpc::Status&) { done.set_value(); });
  done.get_future().wait();
  std::cout << "by callback: " << Told(context) << "\n";
}

void CallFromQueue(Echo::Stub& stub) {
  grpc::ClientContext context;
  EchoResponse response;
  grpc::Status status;
  grpc::CompletionQueue queue;
  const auto reader = stub.AsyncUnary(&context, EchoRequest(), &queue);
  reader->Finish(&response, &status, /*tag=*/nullptr);
  void* tag = nullptr;
  bool ok = false;
  queue.Next(&tag, &ok);
  std::cout << "from a queue: " << Told(context) << "\n";
  queue.Shutdown();
  while (queue.Next(&tag, &ok)) {
  }
}

}  // namespace

int main() {
  baton::ClientOptions options;
  options.policy.everything().idempotency = baton::Idempotency::kIdempotent;
  StumblingEcho service;
  const LocalServer server(&service, Install);

  baton::examples::CallbackRelay callback_relay(
      baton::examples::NewEcho(server.address(), options));
  const LocalServer callback_server(&callback_relay, Install);
  std::cout << "a handler with callbacks\n";
  const auto to_callbacks =
      baton::examples::NewEcho(callback_server.address(), options);
  CallByCallback(*to_callbacks);
  CallFromQueue(*to_callbacks);

  baton::examples::QueueRelay queue_relay(
      baton::examples::NewEcho(server.address(), options));
  LocalServer queue_server(queue_relay.service(),
                           [&queue_relay](grpc::ServerBuilder* builder) {
                             Install(builder);
                             queue_relay.AddQueue(builder);
                           });
  queue_relay.Start();
  std::cout << "a handler on a completion queue\n";
  const auto to_queue =
      baton::examples::NewEcho(queue_server.address(), options);
  CallByCallback(*to_queue);
  CallFromQueue(*to_queue);
  queue_server.Shutdown();
  queue_relay.Stop();
}
