// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Shows a creation whose answer is lost, and a read of an entity that was
// created a moment ago.

#include <iostream>
#include <map>
#include <mutex>
#include <string>

#include "baton/client.h"
#include "baton/kit.h"
#include "examples/support/echo_call.h"
#include "examples/support/local_server.h"
#include "grpcpp/grpcpp.h"

namespace {

using baton::examples::Echo;
using baton::examples::EchoRequest;
using baton::examples::EchoResponse;

// Orders, by id. "place ID" creates an order, "get ID" reads it.
class Orders final : public Echo::Service {
 public:
  // Creates the next order, but loses the answer.
  void LoseNextAnswer() {
    const std::lock_guard<std::mutex> lock(mutex_);
    loses_ = true;
  }
  // Lets the next read use a replica that does not know new orders yet.
  void LagOnce() {
    const std::lock_guard<std::mutex> lock(mutex_);
    lags_ = true;
  }

 private:
  grpc::Status Unary(grpc::ServerContext* /*context*/,
                     const EchoRequest* request,
                     EchoResponse* response) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    const std::string id =
        request->text().substr(request->text().find(' ') + 1);
    if (request->text() == "place " + id) return Place(id, response);
    const auto order = orders_.find(id);
    if (order == orders_.end() || lags_) {
      lags_ = false;
      return grpc::Status(grpc::StatusCode::NOT_FOUND, "no order " + id);
    }
    response->set_text(order->second);
    return grpc::Status::OK;
  }

  grpc::Status Place(const std::string& id, EchoResponse* response) {
    const auto [order, is_new] = orders_.emplace(id, "order " + id);
    if (!is_new) {
      return grpc::Status(grpc::StatusCode::ALREADY_EXISTS,
                          "order " + id + " exists");
    }
    if (loses_) {
      loses_ = false;
      return grpc::Status(grpc::StatusCode::UNAVAILABLE, "answer lost");
    }
    response->set_text(order->second);
    return grpc::Status::OK;
  }

  std::mutex mutex_;
  std::map<std::string, std::string> orders_;
  bool loses_ = false;
  bool lags_ = false;
};

grpc::Status Send(Echo::Stub& stub, const std::string& text,
                  std::string* order) {
  grpc::ClientContext context;
  EchoRequest request;
  request.set_text(text);
  EchoResponse response;
  const grpc::Status status = stub.Unary(&context, request, &response);
  std::cout << "  " << text << ": "
            << (status.ok() ? "OK" : status.error_message()) << "\n";
  *order = response.text();
  return status;
}

void Tell(const grpc::Status& status, const std::string& order) {
  std::cout << "  result: " << (status.ok() ? order : status.error_message())
            << "\n";
}

}  // namespace

int main() {
  Orders orders;
  const baton::examples::LocalServer server(&orders);
  const auto stub = baton::examples::NewEcho(server.address(), {});

  // A real application has a request message where this one has the id.
  const auto id = [](const std::string& request) { return request; };
  const auto get = [&](const std::string& request, std::string* order) {
    return Send(*stub, "get " + request, order);
  };
  const baton::CreateMethod<std::string, std::string> place_method{
      [&](const std::string& request, std::string* order) {
        return Send(*stub, "place " + request, order);
      },
      get, id};
  const baton::ReadMethod<std::string, std::string> get_method{get, id};

  baton::EntityTrackerOptions options;
  options.name = "orders";
  const auto tracker = baton::EntityTracker::Create(options);
  if (!tracker.ok()) {
    std::cerr << tracker.status() << "\n";
    return 1;
  }
  std::string order;

  std::cout << "the answer to a creation is lost\n";
  orders.LoseNextAnswer();
  Tell(tracker->CreateEntity<std::string>(place_method, "17", &order), order);

  std::cout << "another client has created the order\n";
  std::string other;
  Send(*stub, "place 18", &other);
  Tell(tracker->CreateEntity<std::string>(place_method, "18", &order), order);

  std::cout << "a replica does not know the new order yet\n";
  orders.LagOnce();
  Tell(tracker->ReadEntity<std::string>(get_method, "17", &order), order);

  std::cout << "there is no such order\n";
  Tell(tracker->ReadEntity<std::string>(get_method, "19", &order), order);
}
