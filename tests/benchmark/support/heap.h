// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_HEAP_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_HEAP_H_

namespace baton::benchmarks {

// Returns the size of this process's heap in bytes. gRPC uses malloc, so that
// operator new would not see all of it.
double HeapBytes();

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_HEAP_H_
