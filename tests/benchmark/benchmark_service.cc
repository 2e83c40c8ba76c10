// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/benchmark/benchmark_service.h"

namespace baton::benchmarks {
namespace {

class HeldCall final : public grpc::ServerUnaryReactor {
 public:
  void OnCancel() override { Finish(grpc::Status::CANCELLED); }
  void OnDone() override { delete this; }
};

}  // namespace

grpc::ServerUnaryReactor* BenchmarkService::Call(
    grpc::CallbackServerContext* context,
    const testing::v1::CallRequest* request,
    testing::v1::CallResponse* response) {
  const char what = request->payload().empty() ? kEcho : request->payload()[0];
  if (what == kHold) return new HeldCall();

  grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
  if ((what == kFailTwice || what == kFailTwiceAtOnce) &&
      failing_calls_.fetch_add(1) % 3 != 2) {
    if (what == kFailTwiceAtOnce) {
      context->AddTrailingMetadata("grpc-retry-pushback-ms", "0");
    }
    reactor->Finish(grpc::Status(grpc::StatusCode::UNAVAILABLE, "busy"));
    return reactor;
  }
  response->set_payload(request->payload());
  reactor->Finish(grpc::Status::OK);
  return reactor;
}

}  // namespace baton::benchmarks
