// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_HELD_CALLS_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_HELD_CALLS_H_

#include <cstddef>
#include <deque>

#include "grpcpp/grpcpp.h"
#include "tests/benchmark/support/subjects.h"

namespace baton::benchmarks {

// Calls that the server does not answer. They are in flight when the
// constructor returns. The destructor cancels them and waits for their end.
class HeldCalls {
 public:
  HeldCalls(Stub& stub, int calls);
  ~HeldCalls();
  HeldCalls(const HeldCalls&) = delete;
  HeldCalls& operator=(const HeldCalls&) = delete;

  // Returns the bytes that this process has allocated since before the first
  // call, per call.
  double bytes_per_call() const { return bytes_per_call_; }

 private:
  struct Call;

  grpc::CompletionQueue queue_;
  std::deque<Call> calls_;
  double bytes_per_call_ = 0;
};

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_HELD_CALLS_H_
