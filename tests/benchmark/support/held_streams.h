// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_HELD_STREAMS_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_HELD_STREAMS_H_

#include <deque>

#include "grpcpp/completion_queue.h"
#include "tests/benchmark/support/subjects.h"

namespace baton::benchmarks {

// Streams that have sent a number of messages of 1 KiB to the server. The
// server responds only at the end of a stream, so that Baton or gRPC must keep
// the messages for replay. The destructor cancels the streams and waits for
// their end.
class HeldStreams {
 public:
  HeldStreams(Stub& stub, int streams, int messages);
  ~HeldStreams();
  HeldStreams(const HeldStreams&) = delete;
  HeldStreams& operator=(const HeldStreams&) = delete;

  // Returns the bytes that this process has allocated since before the first
  // stream, per stream.
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
