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

// What one call has withdrawn and not got back, in milli-tokens. Starts at zero
// and is advanced by the budget alone. Nothing comes back that is not in it, so
// that no order of refunds can make tokens.
struct BudgetSpending {
  int64_t total = 0;
  // The part that comes back if the call succeeds in the end.
  int64_t refundable = 0;
};

// How many unhelpful retries a process may send to one target. Shared by all
// calls to that target, by retries and by hedges alike.
//
// It does not count retries, it counts retries that did not help: a call that
// a retry saved after transient failures gets its tokens back. So it is
// generous while failures are independent (where retrying is right however
// many calls fail) and stingy in an outage or an overload (where it is wrong).
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

  // The budget that replaces `old` when a policy is reloaded: it starts filled
  // to the same fraction, so that a reload in the middle of an outage does not
  // hand out a full budget.
  ProcessBudget(const ProcessBudgetOptions& options, const ProcessBudget& old,
                MonotonicTime now);

  // Pays for one more attempt of the call, before its wait begins, so that
  // calls that wait are counted already. False leaves budget and spending as
  // they were.
  bool TryWithdraw(RetryCost cost, MonotonicTime now, BudgetSpending& spending);

  // Would TryWithdraw succeed now? Takes nothing: for observe mode, and to ask
  // before a running attempt is given up for the sake of a retry.
  bool CouldWithdraw(RetryCost cost, MonotonicTime now,
                     const BudgetSpending& spending) const;

  // Gives back what the last TryWithdraw for `cost` took: the attempt was
  // never sent (the call was cancelled or ran out of time in its wait).
  void ReturnUnsent(RetryCost cost, BudgetSpending& spending);

  // The call succeeded at its first attempt.
  void OnFirstAttemptSuccess();

  // The call succeeded at a later attempt. A second time changes nothing.
  void OnCallSaved(BudgetSpending& spending);

  // The call succeeded at a later attempt, which was made somewhere else: what
  // that one cost comes back. What earlier ones cost does not, for they have
  // not helped.
  void OnCallSavedElsewhere(BudgetSpending& spending);

  // For gauges: what it holds now, in tokens, and its capacity.
  double Level(MonotonicTime now) const;
  double capacity() const;

 private:
  // The options, scaled to milli-tokens once.
  struct Scaled {
    explicit Scaled(const ProcessBudgetOptions& options);
    int64_t Cost(RetryCost cost) const;

    int64_t deposit;
    int64_t transient_cost;
    int64_t timeout_cost;
    int64_t throttled_cost;
    double share_of_one_call;
  };

  // The level below which this withdrawal must not find the bucket.
  int64_t Needed(int64_t cost, const BudgetSpending& spending) const;

  const Scaled scaled_;
  TokenBucket bucket_;
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_PROCESS_BUDGET_H_
