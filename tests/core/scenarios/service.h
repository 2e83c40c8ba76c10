// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_SCENARIOS_SERVICE_H_
#define BATON_TESTS_CORE_SCENARIOS_SERVICE_H_

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "baton/attempt_outcome.h"
#include "baton/deadline.h"

namespace baton::scenarios {

// Tells whether a caller still waits for the response. Cancelling it also
// cancels everything derived from it, as gRPC does for the calls of a handler.
class Cancellation {
 public:
  explicit Cancellation(std::shared_ptr<const Cancellation> parent = nullptr)
      : parent_(std::move(parent)) {}

  void Cancel() { cancelled_ = true; }
  bool IsCancelled() const {
    return cancelled_ || (parent_ != nullptr && parent_->IsCancelled());
  }

 private:
  const std::shared_ptr<const Cancellation> parent_;
  bool cancelled_ = false;
};

// An attempt that is sent to a service.
struct Request {
  Deadline deadline;
  // The value of `retry-budget`. Empty: no header.
  std::string retry_budget;
  std::shared_ptr<Cancellation> cancellation;
};

// Called exactly once, unless the service never responds.
using Reply = std::function<void(AttemptOutcome)>;

class Service {
 public:
  virtual ~Service() = default;
  virtual void Handle(Request request, Reply reply) = 0;
};

inline AttemptOutcome Ok() { return {}; }

inline AttemptOutcome Failed(absl::StatusCode code,
                             AttemptOrigin origin = AttemptOrigin::kServer) {
  AttemptOutcome outcome;
  outcome.code = code;
  outcome.origin = origin;
  return outcome;
}

}  // namespace baton::scenarios

#endif  // BATON_TESTS_CORE_SCENARIOS_SERVICE_H_
