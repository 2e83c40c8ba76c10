// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_CONTROL_SERVICE_H_
#define BATON_EXAMPLES_STACK_SHOP_CONTROL_SERVICE_H_

#include "examples/stack/shop/call_tally.h"
#include "examples/stack/shop/shop.grpc.pb.h"
#include "examples/stack/shop/store.h"

namespace baton::stack {

class ControlService final : public ::shop::v1::Control::CallbackService {
 public:
  // The arguments must outlive the object. `store` is null for all services
  // except the store.
  ControlService(Store* store, const CallTally* tally)
      : store_(store), tally_(tally) {}

 private:
  grpc::ServerUnaryReactor* SetFaults(
      grpc::CallbackServerContext* context, const ::shop::v1::Faults* faults,
      ::shop::v1::SetFaultsReply* reply) override;
  grpc::ServerUnaryReactor* ReadCounters(
      grpc::CallbackServerContext* context,
      const ::shop::v1::ReadCountersRequest* request,
      ::shop::v1::Counters* counters) override;

  Store* const store_;
  const CallTally* const tally_;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_CONTROL_SERVICE_H_
