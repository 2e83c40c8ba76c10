// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_PROCESS_BUDGET_H_
#define BATON_CORE_LIMITS_PROCESS_BUDGET_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "baton/core/limits/token_bucket.h"
#include "baton/monotonic_time.h"
#include "baton/policy/defaults.h"
#include "baton/policy/process_budget_options.h"

namespace baton::core {

// The milli-tokens that a call has withdrawn and not got back. Starts at zero.
// Only ProcessBudget changes it. A refund never exceeds it, so that no order of
// refunds can create tokens.
struct BudgetSpending {
  int64_t total = 0;
  // The part that is refunded if the call succeeds in the end.
  int64_t refundable = 0;
};

// Limits the unsuccessful retries of a process to one target. All calls to the
// target share it, for retries and for hedges.
//
// It charges only retries that did not help: a call that a retry saved after
// transient failures gets its tokens back. The budget is therefore generous
// while failures are independent. Retrying is right then, however many calls
// fail. It is strict in an outage or an overload, where retrying is wrong.
//
//   ProcessBudget budget(options, clock.Now());
//   BudgetSpending spending;                          // one per call
//   if (budget.TryWithdraw(RetryCost::kTransient, clock.Now(), spending)) ...
//   budget.OnCallSaved(spending);                     // it helped
//
// Thread-safe and lock-free. The level is never negative and never above the
// capacity, however many threads use it at once.
class ProcessBudget {
 public:
  // `options` must be valid (see policy_validation.h). Starts full.
  ProcessBudget(const ProcessBudgetOptions& options, MonotonicTime now);

  // Creates the budget that replaces `old` when a policy is reloaded. It starts
  // with the same ratio of level to capacity. A reload during an outage thus
  // does not grant a full budget.
  ProcessBudget(const ProcessBudgetOptions& options, const ProcessBudget& old,
                MonotonicTime now);

  // Withdraws the cost of one more attempt of the call. Called before the wait,
  // so that calls that wait are already counted. Returns false, and changes
  // nothing, if the level is too low.
  bool TryWithdraw(RetryCost cost, MonotonicTime now, BudgetSpending& spending);

  // Returns whether TryWithdraw() would succeed now. Takes nothing. Used in
  // observe mode, and before a running attempt is discarded for a retry.
  bool CouldWithdraw(RetryCost cost, MonotonicTime now,
                     const BudgetSpending& spending) const;

  // Refunds what the last TryWithdraw() for `cost` took, because the attempt
  // was never sent. The call was cancelled or ran out of time during the wait.
  void ReturnUnsent(RetryCost cost, BudgetSpending& spending);

  // Adds the deposit of a call that succeeded at its first attempt.
  void OnFirstAttemptSuccess();

  // Refunds the refundable cost of a call that succeeded at a later attempt. A
  // second refund for the same call changes nothing.
  void OnCallSaved(BudgetSpending& spending);

  // Refunds the last attempt of a call that succeeded at a later attempt, on
  // another channel. The cost of earlier attempts stays charged, because they
  // did not help.
  void OnCallSavedByFallback(BudgetSpending& spending);

  // Return the current level and the capacity, in tokens. Also used for gauges.
  double Level(MonotonicTime now) const;
  double capacity() const;

 private:
  // The options in milli-tokens, converted once.
  struct Scaled {
    explicit Scaled(const ProcessBudgetOptions& options);
    int64_t Cost(RetryCost cost) const;

    int64_t deposit;
    int64_t transient_cost;
    int64_t timeout_cost;
    int64_t throttled_cost;
    double max_ratio_per_call;
  };

  // Returns the level that the bucket must have for this withdrawal.
  int64_t Needed(int64_t cost, const BudgetSpending& spending) const;

  const Scaled scaled_;
  TokenBucket bucket_;
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_PROCESS_BUDGET_H_
