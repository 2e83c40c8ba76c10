// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/time/time.h"
#include "baton/core/limits/process_budget.h"
#include "baton/core/limits/rolling_ratio.h"
#include "baton/monotonic_time.h"
#include "benchmark/benchmark.h"

namespace baton::core {
namespace {

const MonotonicTime kNow = MonotonicTime::FromOrigin(absl::Hours(5));

// All threads share one budget, as all calls to one target do.
ProcessBudget& SharedBudget() {
  static ProcessBudget budget(ProcessBudgetOptions(), kNow);
  return budget;
}

void BM_WithdrawAndReturn(benchmark::State& state) {
  ProcessBudget& budget = SharedBudget();
  for (auto _ : state) {
    BudgetSpending spending;
    benchmark::DoNotOptimize(
        budget.TryWithdraw(RetryCost::kTransient, kNow, spending));
    budget.ReturnUnsent(RetryCost::kTransient, spending);
  }
}
BENCHMARK(BM_WithdrawAndReturn)->ThreadRange(1, 8)->UseRealTime();

// The cost of a call that succeeds at the first attempt, with a full budget.
void BM_DepositWhenFull(benchmark::State& state) {
  ProcessBudget& budget = SharedBudget();
  for (auto _ : state) budget.OnFirstAttemptSuccess();
}
BENCHMARK(BM_DepositWhenFull)->ThreadRange(1, 8)->UseRealTime();

RollingRatio& SharedRatio() {
  static RollingRatio ratio{absl::Hours(10'000)};
  return ratio;
}

void BM_RollingRatioRecord(benchmark::State& state) {
  RollingRatio& ratio = SharedRatio();
  // Starts a new slice before the last one is full.
  MonotonicTime now = kNow;
  int recorded = 0;
  for (auto _ : state) {
    if ((++recorded & 0xfffff) == 0) now = now + absl::Hours(1'000);
    ratio.Record(true, now);
  }
}
BENCHMARK(BM_RollingRatioRecord)->ThreadRange(1, 8)->UseRealTime();

void BM_RollingRatioOver(benchmark::State& state) {
  RollingRatio& ratio = SharedRatio();
  for (auto _ : state) benchmark::DoNotOptimize(ratio.Over(kNow));
}
BENCHMARK(BM_RollingRatioOver);

}  // namespace
}  // namespace baton::core
