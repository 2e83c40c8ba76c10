// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/control_service.h"

namespace baton::stack {
namespace {

bool IsRatio(double value) { return value >= 0 && value <= 1; }

}  // namespace

grpc::ServerUnaryReactor* ControlService::SetFaults(
    grpc::CallbackServerContext* context, const ::shop::v1::Faults* faults,
    ::shop::v1::SetFaultsReply* /*reply*/) {
  grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
  if (store_ == nullptr) {
    reactor->Finish({grpc::StatusCode::FAILED_PRECONDITION,
                     "SetWeather: only the store implements this method"});
  } else if (!IsRatio(faults->fail_ratio()) || !IsRatio(faults->slow_ratio())) {
    reactor->Finish({grpc::StatusCode::INVALID_ARGUMENT,
                     "fail_ratio and slow_ratio: must be 0 to 1"});
  } else {
    store_->SetFaults(*faults);
    reactor->Finish(grpc::Status::OK);
  }
  return reactor;
}

grpc::ServerUnaryReactor* ControlService::ReadCounters(
    grpc::CallbackServerContext* context,
    const ::shop::v1::ReadCountersRequest* /*request*/,
    ::shop::v1::Counters* counters) {
  counters->set_received(tally_->received());
  counters->set_worst_call_site(
      tally_->WorstCallSite(1, CallTally::kMaxRequest));
  grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
  reactor->Finish(grpc::Status::OK);
  return reactor;
}

}  // namespace baton::stack
