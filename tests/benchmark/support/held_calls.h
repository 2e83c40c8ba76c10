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
// constructor returns, and are cancelled and gone when the destructor does.
class HeldCalls {
 public:
  HeldCalls(Stub& stub, int calls);
  ~HeldCalls();
  HeldCalls(const HeldCalls&) = delete;
  HeldCalls& operator=(const HeldCalls&) = delete;

  // What this process has allocated since before the first, per call.
  double bytes_per_call() const { return bytes_per_call_; }

 private:
  struct Call;

  grpc::CompletionQueue queue_;
  std::deque<Call> calls_;
  double bytes_per_call_ = 0;
};

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_HELD_CALLS_H_
