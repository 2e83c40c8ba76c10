// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_PROCESS_BUDGET_H_
#define BATON_CORE_LIMITS_PROCESS_BUDGET_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "baton/core/limits/method_account.h"
#include "baton/core/limits/token_bucket.h"
#include "baton/monotonic_time.h"
#include "baton/policy/defaults.h"
#include "baton/policy/process_budget_options.h"

namespace baton::core {

// The milli-tokens that a call has withdrawn and that were not refunded. Starts
// at zero. Only ProcessBudget changes these values. A refund never exceeds
// them, so that no order of refunds can create tokens.
struct BudgetSpending {
  int64_t total = 0;
  // The part that is refunded if the call succeeds in the end.
  int64_t refundable = 0;
  // The parts of both that came from the account of the call's method.
  int64_t own_total = 0;
  int64_t own_refundable = 0;
};

// Limits the unsuccessful retries of this process to one target. All calls to
// the target share the budget, for retries and for hedges. Each method also has
// a small account of its own in front of the budget (see method_account.h).
// Withdrawals come from the account if it holds enough, and from the budget
// otherwise. Deposits and refunds first fill the account. An account holds 5 %
// of the budget's capacity. With more than 20 methods, all accounts together
// hold as much as the budget, but each one holds at least 1 %.
//
// Only unsuccessful retries cost tokens permanently. If a retry after transient
// failures saves its call, the call gets its tokens back. While failures are
// independent of each other, retries help, and the budget allows many of them.
// In an outage or an overload, retries do not help, and the budget is soon
// exhausted.
//
//   ProcessBudget budget(options, clock.Now());
//   BudgetSpending spending;                          // one per call
//   if (budget.TryWithdraw(RetryCost::kTransient, clock.Now(), spending)) ...
//   budget.OnCallSaved(spending);                     // it helped
//
// Thread-safe and lock-free. The level is never negative and never above the
// capacity, even if many threads use the budget at the same time.
class ProcessBudget {
 public:
  // Creates a full budget. `options` must be valid (see policy_validation.h).
  ProcessBudget(const ProcessBudgetOptions& options, MonotonicTime now);

  // Creates the budget that replaces `old` when a policy is reloaded. The new
  // budget starts with the ratio of level to capacity that `old` has. A reload
  // during an outage therefore does not create a full budget.
  ProcessBudget(const ProcessBudgetOptions& options, const ProcessBudget& old,
                MonotonicTime now);

  // Withdraws the cost of one more attempt of the call. Call it before the wait
  // for that attempt, so that the budget also counts calls that wait. If the
  // level is too low, returns false and changes nothing.
  //
  // `account` is the account of the call's method, here and below. Null: the
  // call has none.
  bool TryWithdraw(RetryCost cost, MonotonicTime now, BudgetSpending& spending,
                   MethodAccount* account = nullptr);

  // Returns whether TryWithdraw() would succeed now. Takes no tokens. Used in
  // observe mode. Also used before Baton discards a running attempt for a
  // retry.
  bool CouldWithdraw(RetryCost cost, MonotonicTime now,
                     const BudgetSpending& spending,
                     const MethodAccount* account = nullptr) const;

  // Refunds the tokens of the last TryWithdraw() for `cost`, because the
  // attempt was never sent. This happens if the call was cancelled or ran out
  // of time during the wait.
  void ReturnUnsent(RetryCost cost, BudgetSpending& spending,
                    MethodAccount* account = nullptr);

  // Adds the deposit for a call whose first attempt succeeded.
  void OnFirstAttemptSuccess(MethodAccount* account = nullptr);

  // Refunds the refundable cost of a call whose later attempt succeeded.
  // Another refund for the same call changes nothing.
  void OnCallSaved(BudgetSpending& spending, MethodAccount* account = nullptr);

  // Refunds the last attempt of a call whose later attempt succeeded on a
  // fallback channel. The cost of the earlier attempts stays charged, because
  // they did not help.
  void OnCallSavedByFallback(BudgetSpending& spending,
                             MethodAccount* account = nullptr);

  // Returns the current level, in tokens, without the accounts of methods.
  // Gauges show it.
  double Level(MonotonicTime now) const;
  // Returns the maximum level, in tokens. Gauges show it.
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

  // Returns the level that account or bucket need before this withdrawal.
  int64_t Needed(int64_t cost, const BudgetSpending& spending) const;
  // Returns the capacity of the account in milli-tokens. 0: no account.
  int64_t CapacityOf(const MethodAccount* account) const;
  // Adds `amount` to the account, and what does not fit to the bucket.
  void Add(int64_t amount, MethodAccount* account);
  // Gives back `amount` that a call has withdrawn. At most `own` of it came
  // from the account.
  void Refund(int64_t amount, int64_t own, MethodAccount* account);

  const Scaled scaled_;
  TokenBucket bucket_;
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_PROCESS_BUDGET_H_
