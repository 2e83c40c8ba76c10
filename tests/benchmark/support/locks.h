// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_LOCKS_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_LOCKS_H_

#include <cstdint>

namespace baton::benchmarks {

// Returns the number of mutexes and read-write locks that this thread has taken
// since its start, in any library. Always 0 under TSan, which wraps them
// itself.
std::int64_t LocksTaken();

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_LOCKS_H_
