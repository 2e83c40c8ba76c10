// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_ALLOCATIONS_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_ALLOCATIONS_H_

#include <cstdint>

namespace baton::benchmarks {

// A program that links this file has counting versions of malloc, its related
// functions and operator new. They allocate as before.
struct Allocations {
  // All allocations, by any function.
  int64_t all = 0;
  // The allocations of operator new: C++ code, and never the gRPC core, which
  // uses malloc.
  int64_t by_new = 0;
};

// Counts the allocations of all threads while it exists. Only one may exist at
// a time. An allocation without a counter costs one load and one predicted
// branch.
class AllocationCounter {
 public:
  AllocationCounter();
  ~AllocationCounter();
  AllocationCounter(const AllocationCounter&) = delete;
  AllocationCounter& operator=(const AllocationCounter&) = delete;

  // Returns the allocations since construction. Zero under a sanitizer, whose
  // malloc must stay.
  Allocations Counted() const;
};

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_ALLOCATIONS_H_
