// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/benchmark/support/held_streams.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>

#include "tests/benchmark/support/benchmark_service.h"
#include "tests/benchmark/support/heap.h"
#include "tests/benchmark/support/load.h"

namespace baton::benchmarks {

using testing::v1::CallRequest;
using testing::v1::CallResponse;

namespace {

// Returns the heap size when it no longer shrinks. The client frees sent
// messages only after the server has read them.
double SettledHeapBytes(Stub& stub) {
  constexpr int kPatience = 50;
  constexpr int kMostCalls = 5000;
  double least = HeapBytes();
  for (int calls = 0, same = 0; same < kPatience && calls < kMostCalls;
       ++calls) {
    MakeCalls(stub, kEcho, Style::kSync, 1, 1);
    const double now = HeapBytes();
    same = now < least ? 0 : same + 1;
    least = std::min(least, now);
  }
  return least;
}

}  // namespace

struct HeldStreams::Stream {
  grpc::ClientContext context;
  CallResponse response;
  std::unique_ptr<grpc::ClientAsyncWriter<CallRequest>> writer;
};

HeldStreams::HeldStreams(Stub& stub, int streams, int messages) {
  CallRequest request;
  request.set_payload(std::string(1024, 'x'));
  const double before = SettledHeapBytes(stub);
  for (int i = 0; i < streams; ++i) {
    Stream& stream = streams_.emplace_back();
    stream.context.set_deadline(std::chrono::system_clock::now() +
                                std::chrono::minutes(10));
    stream.writer = stub.AsyncClientStream(&stream.context, &stream.response,
                                           &queue_, &stream);
    Await();
    for (int sent = 0; sent < messages; ++sent) {
      stream.writer->Write(request, &stream);
      if (!Await()) break;
    }
  }
  bytes_per_stream_ = (SettledHeapBytes(stub) - before) / streams;
}

HeldStreams::~HeldStreams() {
  for (Stream& stream : streams_) stream.context.TryCancel();
  grpc::Status status;
  for (Stream& stream : streams_) {
    stream.writer->Finish(&status, &stream);
    Await();
  }
  queue_.Shutdown();
  Await();
}

bool HeldStreams::Await() {
  void* tag = nullptr;
  bool ok = false;
  return queue_.Next(&tag, &ok) && ok;
}

}  // namespace baton::benchmarks
