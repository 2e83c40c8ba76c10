// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Shows batches whose server processes only some of the items. A batch is a
// text, and each letter is an item. The response has the items that are left.

#include <algorithm>
#include <atomic>
#include <iostream>
#include <string>
#include <utility>

#include "baton/client.h"
#include "baton/kit.h"
#include "examples/support/echo_call.h"
#include "examples/support/local_server.h"
#include "grpcpp/grpcpp.h"

namespace {

using baton::examples::Echo;
using baton::examples::EchoRequest;
using baton::examples::EchoResponse;

using Batches = baton::Leftovers<EchoRequest, EchoResponse>;

// A store that processes this number of items of each request.
class Store final : public Echo::Service {
 public:
  std::atomic<std::size_t> capacity{3};

 private:
  grpc::Status Unary(grpc::ServerContext* /*context*/,
                     const EchoRequest* request,
                     EchoResponse* response) override {
    const std::string& items = request->text();
    response->set_text(items.substr(std::min(capacity.load(), items.size())));
    return grpc::Status::OK;
  }
};

Batches::Steps StepsOf(Echo::Stub& stub) {
  Batches::Steps steps;
  steps.send = [&stub](const EchoRequest& batch, EchoResponse* response) {
    std::cout << "  send " << batch.text() << "\n";
    grpc::ClientContext context;
    return stub.Unary(&context, batch, response);
  };
  steps.count = [](const EchoRequest& batch) {
    return static_cast<int>(batch.text().size());
  };
  steps.take_left = [](const EchoRequest& /*sent*/, EchoResponse& response) {
    EchoRequest left;
    left.set_text(response.text());
    return left;
  };
  // These responses have nothing to merge.
  steps.merge = [](EchoResponse /*response*/, EchoResponse* /*merged*/) {};
  return steps;
}

void Write(const Batches& batches, const std::string& items) {
  std::cout << "batch of " << items.size() << "\n";
  EchoRequest request;
  request.set_text(items);
  const Batches::Result result = batches.Run(request);
  std::cout << "  " << (result.status.ok() ? "OK" : "failed") << ": "
            << result.report.done << " done, " << result.report.left
            << " left\n";
  if (!result.left_because.ok()) {
    std::cout << "  " << result.left_because.error_message() << "\n";
  }
}

}  // namespace

int main() {
  Store store;
  const baton::examples::LocalServer server(&store);
  const auto stub = baton::examples::NewEcho(server.address(), {});

  baton::LeftoversOptions options;
  options.name = "writes";
  const auto batches = Batches::Create(options, StepsOf(*stub));
  Write(*batches, "abcdefg");
  Write(*batches, "abcdefghijkl");
  store.capacity = 0;
  Write(*batches, "abc");
}
