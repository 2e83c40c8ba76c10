// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_HEAP_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_HEAP_H_

namespace baton::benchmarks {

// What this process has on its heap, in bytes. gRPC allocates by malloc, so
// operator new would not see it all.
double HeapBytes();

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_HEAP_H_
