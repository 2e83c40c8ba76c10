// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/benchmark/support/held_calls.h"

#include <chrono>
#include <memory>

#include "tests/benchmark/support/benchmark_service.h"
#include "tests/benchmark/support/heap.h"
#include "tests/benchmark/support/load.h"

namespace baton::benchmarks {
using testing::v1::CallRequest;
using testing::v1::CallResponse;

struct HeldCalls::Call {
  grpc::ClientContext context;
  CallResponse response;
  grpc::Status status;
  std::unique_ptr<grpc::ClientAsyncResponseReader<CallResponse>> reader;
};

HeldCalls::HeldCalls(Stub& stub, int calls) {
  CallRequest request;
  request.set_payload(PayloadFor(kHold));
  const double before = HeapBytes();
  for (int i = 0; i < calls; ++i) {
    Call& call = calls_.emplace_back();
    call.context.set_deadline(std::chrono::system_clock::now() +
                              std::chrono::minutes(10));
    call.reader = stub.AsyncCall(&call.context, request, &queue_);
    call.reader->Finish(&call.response, &call.status, &call);
  }
  // The response proves that the server has received everything sent before.
  MakeCalls(stub, kEcho, Style::kSync, 1, 1);
  bytes_per_call_ = (HeapBytes() - before) / calls;
}

HeldCalls::~HeldCalls() {
  for (Call& call : calls_) call.context.TryCancel();
  queue_.Shutdown();
  void* tag = nullptr;
  bool ok = false;
  while (queue_.Next(&tag, &ok)) {
  }
}

}  // namespace baton::benchmarks
