// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_SCENARIOS_LAYER_H_
#define BATON_TESTS_CORE_SCENARIOS_LAYER_H_

#include "tests/core/scenarios/event_loop.h"
#include "tests/core/scenarios/retry_strategy.h"
#include "tests/core/scenarios/service.h"

namespace baton::scenarios {

// A service that responds to each request with the result of one call to the
// next service. Its strategy decides the retries. Forwards its deadline and its
// cancellation, as gRPC does.
class Layer final : public Service {
 public:
  Layer(RetryStrategy& strategy, Service& next, EventLoop& loop)
      : strategy_(strategy), next_(next), loop_(loop) {}

  void Handle(Request request, Reply reply) override;

 private:
  RetryStrategy& strategy_;
  Service& next_;
  EventLoop& loop_;
};

}  // namespace baton::scenarios

#endif  // BATON_TESTS_CORE_SCENARIOS_LAYER_H_
