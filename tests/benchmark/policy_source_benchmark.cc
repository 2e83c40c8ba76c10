// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/policy_source.h"
#include "benchmark/benchmark.h"

namespace baton::core {
namespace {

// The cost of a call's policy snapshot, and its growth with the threads.
void BM_Current(benchmark::State& state) {
  static PolicySource* const source = new PolicySource(nullptr);
  for (auto _ : state) benchmark::DoNotOptimize(source->Current());
}
BENCHMARK(BM_Current)->ThreadRange(1, 8)->UseRealTime();

}  // namespace
}  // namespace baton::core
