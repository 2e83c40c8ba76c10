// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/strings/string_view.h"
#include "baton/core/wire/retry_advice_codec.h"
#include "baton/core/wire/retry_budget_codec.h"
#include "baton/retry_advice.h"
#include "baton/retry_budget_header.h"
#include "benchmark/benchmark.h"

namespace baton::core {
namespace {

void BM_EncodeRetryBudget(benchmark::State& state) {
  RetryBudgetHeader header{2, 0, 1};
  for (auto _ : state) {
    benchmark::DoNotOptimize(header);
    char buffer[kRetryBudgetBytes];
    benchmark::DoNotOptimize(EncodeRetryBudget(header, buffer));
  }
}
BENCHMARK(BM_EncodeRetryBudget);

void BM_DecodeRetryBudget(benchmark::State& state) {
  absl::string_view value = "g=2,n=0,h=1";
  for (auto _ : state) {
    benchmark::DoNotOptimize(value);
    benchmark::DoNotOptimize(DecodeRetryBudget({&value, 1}));
  }
}
BENCHMARK(BM_DecodeRetryBudget);

void BM_EncodeRetryAdvice(benchmark::State& state) {
  RetryAdvice advice;
  advice.verdict = RetryAdvice::Verdict::kNo;
  advice.reason = RetryAdvice::Reason::kExhausted;
  advice.used = 2;
  for (auto _ : state) {
    benchmark::DoNotOptimize(advice);
    char buffer[kRetryAdviceBytes];
    benchmark::DoNotOptimize(EncodeRetryAdvice(advice, buffer));
  }
}
BENCHMARK(BM_EncodeRetryAdvice);

void BM_DecodeRetryAdvice(benchmark::State& state) {
  absl::string_view value = "r=no,w=exhausted,u=2";
  for (auto _ : state) {
    benchmark::DoNotOptimize(value);
    benchmark::DoNotOptimize(DecodeRetryAdvice({&value, 1}));
  }
}
BENCHMARK(BM_DecodeRetryAdvice);

}  // namespace
}  // namespace baton::core
