// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_HELD_STREAMS_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_HELD_STREAMS_H_

#include <deque>

#include "grpcpp/completion_queue.h"
#include "tests/benchmark/support/subjects.h"

namespace baton::benchmarks {

// Streams to the server that have sent so many messages of 1 KiB each, and are
// not answered before they end: until then all of it has to be kept by whoever
// may have to send it again. Cancelled and gone when the destructor returns.
class HeldStreams {
 public:
  HeldStreams(Stub& stub, int streams, int messages);
  ~HeldStreams();
  HeldStreams(const HeldStreams&) = delete;
  HeldStreams& operator=(const HeldStreams&) = delete;

  // What this process has allocated since before the first, per stream.
  double bytes_per_stream() const { return bytes_per_stream_; }

 private:
  struct Stream;

  bool Await();

  grpc::CompletionQueue queue_;
  std::deque<Stream> streams_;
  double bytes_per_stream_ = 0;
};

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_HELD_STREAMS_H_
