// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/strings/str_cat.h"
#include "benchmark/benchmark.h"

namespace {

void BM_StrCat(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(absl::StrCat("a", 1));
}
BENCHMARK(BM_StrCat);

}  // namespace
