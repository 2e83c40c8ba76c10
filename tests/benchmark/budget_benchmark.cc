// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <atomic>

#include "absl/time/time.h"
#include "baton/core/limits/method_account.h"
#include "baton/core/limits/process_budget.h"
#include "baton/core/limits/retry_breaker.h"
#include "baton/core/limits/retry_breakers.h"
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

// Withdraws from the account of a method, and refunds it because the retry has
// saved its call. All threads share the account.
void BM_AccountWithdrawAndRefund(benchmark::State& state) {
  static std::atomic<int> methods{1};
  static MethodAccount account(methods);
  ProcessBudget& budget = SharedBudget();
  for (auto _ : state) {
    BudgetSpending spending;
    benchmark::DoNotOptimize(
        budget.TryWithdraw(RetryCost::kTransient, kNow, spending, &account));
    budget.OnCallSaved(spending, &account);
  }
}
BENCHMARK(BM_AccountWithdrawAndRefund)->ThreadRange(1, 8)->UseRealTime();

// The cost of a call that succeeds at the first attempt, with a full budget.
void BM_DepositWhenFull(benchmark::State& state) {
  ProcessBudget& budget = SharedBudget();
  for (auto _ : state) budget.OnFirstAttemptSuccess();
}
BENCHMARK(BM_DepositWhenFull)->ThreadRange(1, 8)->UseRealTime();

// All threads share the breakers, as all calls of one method do.
RetryBreakers SharedBreakers() {
  static MethodBreaker method;
  static RetryBreaker target(RetryBreaker::kOfTarget);
  return RetryBreakers(method, target);
}

// The cost of a call that succeeds while nothing fails.
void BM_BreakersSuccess(benchmark::State& state) {
  const RetryBreakers breakers = SharedBreakers();
  for (auto _ : state) breakers.OnSuccess(kNow, kNow);
}
BENCHMARK(BM_BreakersSuccess)->ThreadRange(1, 8)->UseRealTime();

// The cost of the decision whether the breakers allow a retry.
void BM_BreakersAllow(benchmark::State& state) {
  const RetryBreakers breakers = SharedBreakers();
  for (auto _ : state) benchmark::DoNotOptimize(breakers.AllowRetries(kNow));
}
BENCHMARK(BM_BreakersAllow)->ThreadRange(1, 8)->UseRealTime();

// A failed attempt, the decision after it, and a successful one.
void BM_BreakersFailureAndSuccess(benchmark::State& state) {
  const RetryBreakers breakers = SharedBreakers();
  MonotonicTime now = kNow;
  for (auto _ : state) {
    const MonotonicTime started = now;
    now = now + absl::Milliseconds(1);
    breakers.OnFailure({started, now});
    benchmark::DoNotOptimize(breakers.AllowRetries(now));
    breakers.OnSuccess(started, now);
  }
}
BENCHMARK(BM_BreakersFailureAndSuccess);

// What the limits of a target add to a decision: both breakers, and a
// withdrawal from the account of the method. The refund keeps it full.
void BM_LimitsDecide(benchmark::State& state) {
  static std::atomic<int> methods{1};
  static MethodAccount account(methods);
  ProcessBudget& budget = SharedBudget();
  const RetryBreakers breakers = SharedBreakers();
  for (auto _ : state) {
    BudgetSpending spending;
    benchmark::DoNotOptimize(
        breakers.AllowRetries(kNow) &&
        budget.TryWithdraw(RetryCost::kTransient, kNow, spending, &account));
    budget.OnCallSaved(spending, &account);
  }
}
BENCHMARK(BM_LimitsDecide)->ThreadRange(1, 8)->UseRealTime();

// All that the limits do for one retry that saves its call: the ends of two
// attempts, the decision, and the refund.
void BM_LimitsOfOneRetry(benchmark::State& state) {
  static std::atomic<int> methods{1};
  static MethodAccount account(methods);
  ProcessBudget& budget = SharedBudget();
  const RetryBreakers breakers = SharedBreakers();
  MonotonicTime now = kNow;
  for (auto _ : state) {
    const MonotonicTime started = now;
    now = now + absl::Milliseconds(1);
    BudgetSpending spending;
    breakers.OnFailure({started, now});
    benchmark::DoNotOptimize(
        breakers.AllowRetries(now) &&
        budget.TryWithdraw(RetryCost::kTransient, now, spending, &account));
    breakers.OnSuccess(started, now);
    budget.OnCallSaved(spending, &account);
  }
}
BENCHMARK(BM_LimitsOfOneRetry);

constexpr absl::Duration kWindow = absl::Hours(10'000);

RollingRatio& SharedRatio() {
  static RollingRatio ratio;
  return ratio;
}

void BM_RollingRatioRecord(benchmark::State& state) {
  RollingRatio& ratio = SharedRatio();
  // Starts a new slice before the last one is full.
  MonotonicTime now = kNow;
  int recorded = 0;
  for (auto _ : state) {
    if ((++recorded & 0xfffff) == 0) now = now + absl::Hours(1'000);
    ratio.Record(kWindow, true, now);
  }
}
BENCHMARK(BM_RollingRatioRecord)->ThreadRange(1, 8)->UseRealTime();

void BM_RollingRatioOver(benchmark::State& state) {
  RollingRatio& ratio = SharedRatio();
  for (auto _ : state) benchmark::DoNotOptimize(ratio.Over(kWindow, kNow));
}
BENCHMARK(BM_RollingRatioOver);

}  // namespace
}  // namespace baton::core
