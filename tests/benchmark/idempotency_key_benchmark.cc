// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/idempotency/idempotency_key.h"
#include "benchmark/benchmark.h"

namespace baton {
namespace {

void BM_NewIdempotencyKey(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(NewIdempotencyKey());
}
BENCHMARK(BM_NewIdempotencyKey);

}  // namespace
}  // namespace baton
