// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Shows a custom classifier. A replica that lags behind returns NOT_FOUND, and
// has the data a moment later.

#include <iostream>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "baton/client.h"
#include "baton/policy.h"
#include "examples/support/echo_call.h"
#include "examples/support/local_server.h"
#include "grpcpp/grpcpp.h"

namespace {

using baton::examples::Echo;
using baton::examples::EchoRequest;
using baton::examples::EchoResponse;

class LaggingEcho final : public Echo::Service {
  grpc::Status Unary(grpc::ServerContext* /*context*/,
                     const EchoRequest* /*request*/,
                     EchoResponse* /*response*/) override {
    // Every second request succeeds.
    if (calls_++ % 2 == 1) return grpc::Status::OK;
    return grpc::Status(grpc::StatusCode::NOT_FOUND, "not here yet");
  }

  int calls_ = 0;  // Only one call runs at a time.
};

// Retries NOT_FOUND, too. Leaves all other codes to the default classifier.
class ReplicaClassifier final : public baton::Classifier {
 public:
  baton::OutcomeClass Classify(
      const baton::AttemptOutcome& outcome) const override {
    if (outcome.code == absl::StatusCode::kNotFound) {
      return baton::OutcomeClass::kTransient;
    }
    return codes_.Classify(outcome);
  }

 private:
  const baton::ClassifierOptions options_ = {};
  const baton::StatusClassifier codes_{options_};
};

void CallWith(std::shared_ptr<const baton::Classifier> classifier,
              baton::Idempotency idempotency, const std::string& what) {
  LaggingEcho service;
  const baton::examples::LocalServer server(&service);
  baton::ClientOptions options;
  options.policy.everything().idempotency = idempotency;
  options.classifier = std::move(classifier);
  const auto stub = baton::examples::NewEcho(server.address(), options);
  grpc::ClientContext context;
  baton::examples::Call(*stub, "hello", &context);
  std::cout << what << ": " << baton::examples::Told(context) << "\n";
}

}  // namespace

int main() {
  const auto replica = std::make_shared<const ReplicaClassifier>();
  CallWith(nullptr, baton::Idempotency::kNoSideEffects, "codes only");
  CallWith(replica, baton::Idempotency::kNoSideEffects,
           "classifier, read-only");
  CallWith(replica, baton::Idempotency::kUnknown, "classifier, unknown");
}
