// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_LOCKS_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_LOCKS_H_

#include <cstdint>

namespace baton::benchmarks {

// How many mutexes and read-write locks this thread has taken since its start,
// in whatever library. Always 0 under TSan, which has to see them itself.
std::int64_t LocksTaken();

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_LOCKS_H_
