// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Shows units: an order consists of two calls, and is retried as a whole.

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

using baton::Idempotency;
using baton::examples::Echo;
using baton::examples::EchoRequest;
using baton::examples::EchoResponse;

// A shop that executes each request. It loses the answer to some of them.
class Shop final : public Echo::Service {
 public:
  void LoseNextAnswerTo(const std::string& action) {
    const std::lock_guard<std::mutex> lock(mutex_);
    loses_[action] = 1;
  }
  int Count(const std::string& action) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return executed_[action];
  }
  void Reset() {
    const std::lock_guard<std::mutex> lock(mutex_);
    executed_.clear();
  }

 private:
  grpc::Status Unary(grpc::ServerContext* /*context*/,
                     const EchoRequest* request,
                     EchoResponse* /*response*/) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++executed_[request->text()];
    if (loses_[request->text()]-- > 0) {
      return grpc::Status(grpc::StatusCode::UNAVAILABLE, "answer lost");
    }
    return grpc::Status::OK;
  }

  std::mutex mutex_;
  std::map<std::string, int> loses_;
  std::map<std::string, int> executed_;
};

// Makes one call of an order.
grpc::Status Do(Echo::Stub& stub, const std::string& action,
                Idempotency idempotency) {
  grpc::ClientContext context;
  baton::CallOverrides overrides;
  overrides.idempotency = idempotency;
  (void)baton::SetCallOverrides(&context, overrides);
  return baton::examples::Call(stub, action, &context);
}

// Runs a unit and prints how it ended.
void Order(const std::string& title, baton::RetryUnitOptions options,
           const baton::RetryUnit::Body& body) {
  options.name = "order";
  const auto unit = baton::RetryUnit::Create(options);
  baton::UnitReport report;
  const grpc::Status status = unit->Run(body, &report);
  std::cout << title << ": ";
  if (status.ok()) {
    std::cout << "OK after " << report.runs
              << (report.runs == 1 ? " run\n" : " runs\n");
  } else {
    std::cout << status.error_message() << "\n";
  }
}

}  // namespace

int main() {
  Shop shop;
  const baton::examples::LocalServer server(&shop);
  const auto stub = baton::examples::NewEcho(server.address(), {});

  // The calls are made on the thread of the body, so they belong to the unit.
  const auto reserve_and_place = [&](baton::UnitAttempt&) {
    grpc::Status status = Do(*stub, "reserve", Idempotency::kIdempotent);
    if (!status.ok()) return status;
    return Do(*stub, "place", Idempotency::kIdempotent);
  };
  shop.LoseNextAnswerTo("place");
  Order("idempotent calls", {}, reserve_and_place);
  std::cout << "  reserve " << shop.Count("reserve") << ", place "
            << shop.Count("place") << "\n";

  const auto reserve_and_charge = [&](baton::UnitAttempt&) {
    grpc::Status status = Do(*stub, "reserve", Idempotency::kIdempotent);
    if (!status.ok()) return status;
    return Do(*stub, "charge", Idempotency::kNotIdempotent);
  };
  shop.LoseNextAnswerTo("charge");
  Order("charge", {}, reserve_and_charge);

  // With a function that looks, the unit knows that the charge was executed.
  shop.Reset();
  baton::RetryUnitOptions options;
  options.verify = [&](const baton::UnitAttempt&) {
    return shop.Count("charge") > 0 ? baton::Verified::kDone
                                    : baton::Verified::kNotDone;
  };
  shop.LoseNextAnswerTo("charge");
  Order("charge, verified", options, reserve_and_charge);
  std::cout << "  charge " << shop.Count("charge") << "\n";

  baton::RetryUnitOptions inner_options;
  inner_options.name = "payment";
  const auto inner = baton::RetryUnit::Create(inner_options);
  Order("unit in a unit", {},
        [&](baton::UnitAttempt&) { return inner->Run(reserve_and_charge); });
}
