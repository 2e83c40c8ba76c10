// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_ALLOCATIONS_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_ALLOCATIONS_H_

#include <cstdint>

namespace baton::benchmarks {

// A program that links this has malloc and its kin, and with them operator new,
// replaced by functions that count, and allocate as before.
struct Allocations {
  // All that the heap was asked for, by whatever function.
  int64_t all = 0;
  // What of it operator new asked for: C++, so never gRPC's core in C style.
  int64_t by_new = 0;
};

// Counts while it exists, whatever thread allocates; one at a time. What is not
// counted costs a load and a branch that is always predicted.
class AllocationCounter {
 public:
  AllocationCounter();
  ~AllocationCounter();
  AllocationCounter(const AllocationCounter&) = delete;
  AllocationCounter& operator=(const AllocationCounter&) = delete;

  // Since its making. Nothing under a sanitizer, whose malloc has to stay.
  Allocations Counted() const;
};

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_ALLOCATIONS_H_
