// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_PROCESS_BUDGET_OPTIONS_H_
#define BATON_POLICY_PROCESS_BUDGET_OPTIONS_H_

#include "baton/policy/defaults.h"

namespace baton {

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
  double refill_limit = defaults::kBudgetRefillLimit;
  // The refill per second, up to `refill_limit`. 0: none.
  double refill_per_second = defaults::kBudgetRefillPerSecond;
  // The cost of a retry after a transient failure. At most `capacity`.
  double transient_cost = defaults::kBudgetTransientCost;
  // The cost of a retry after a timeout. At most `capacity`.
  double timeout_cost = defaults::kBudgetTimeoutCost;
  // The cost of a retry after a sign of overload. At most `capacity`.
  double throttled_cost = defaults::kBudgetThrottledCost;
  // The ratio of the budget that a call may take with its second and later
  // retries. [0, 1]. The first retry may always use the last token. While
  // tokens are short, many calls thus get one retry each, instead of two for a
  // few.
  double max_ratio_per_call = defaults::kBudgetMaxRatioPerCall;

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

}  // namespace baton

#endif  // BATON_POLICY_PROCESS_BUDGET_OPTIONS_H_
