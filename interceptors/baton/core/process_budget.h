// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_PROCESS_BUDGET_H_
#define BATON_CORE_PROCESS_BUDGET_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "baton/core/defaults.h"
#include "baton/core/monotonic_time.h"
#include "baton/core/token_bucket.h"

namespace baton::core {

// The settings of a process budget, in tokens. Each is 0 to 1 000 000, with a
// precision of a thousandth. `capacity` is at least 1.
struct ProcessBudgetOptions {
  // The maximum level, and the initial level. Also the tokens that an outage of
  // the target can cost at once, for each client process.
  double capacity = defaults::kBudgetCapacity;
  // Added for each call that succeeds at its first attempt. With a cost of 1,
  // this is also the ratio of unsuccessful retries that a target may receive
  // permanently.
  double deposit = defaults::kBudgetDeposit;
  // Time alone refills the budget up to this level. A client with little
  // traffic thus still has a few retries. 0: time refills nothing.
  double reserve = defaults::kBudgetReserve;
  // The refill per second, up to `reserve`. 0: none.
  double trickle_per_second = defaults::kBudgetTricklePerSecond;
  // The cost of a retry after each kind of failure. At most `capacity`.
  double transient_cost = defaults::kBudgetTransientCost;
  double timeout_cost = defaults::kBudgetTimeoutCost;
  double throttled_cost = defaults::kBudgetThrottledCost;
  // The ratio of the budget that a call may take with its second and later
  // retries. [0, 1]. The first retry may always use the last token. While
  // tokens are short, many calls thus get one retry each, instead of two for a
  // few.
  double share_of_one_call = defaults::kBudgetShareOfOneCall;

  // Returns a budget that suppresses no retry, for applications that limit
  // retries by other means.
  static ProcessBudgetOptions Unlimited();
};

// The kind of failure before the retry. Signs of overload cost more and are
// never refunded. If there is too little capacity for all requests, a retry
// that succeeds has only taken the place of another request.
enum class RetryCost {
  kTransient,  // may well not happen again
  kTimeout,    // the target was too slow
  kThrottled,  // the target reported overload
};

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
  void OnCallSavedElsewhere(BudgetSpending& spending);

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
    double share_of_one_call;
  };

  // Returns the level that the bucket must have for this withdrawal.
  int64_t Needed(int64_t cost, const BudgetSpending& spending) const;

  const Scaled scaled_;
  TokenBucket bucket_;
};

}  // namespace baton::core

#endif  // BATON_CORE_PROCESS_BUDGET_H_
