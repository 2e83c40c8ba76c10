// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_PROCESS_BUDGET_OPTIONS_H_
#define BATON_POLICY_PROCESS_BUDGET_OPTIONS_H_

#include "baton/base/export.h"

#include "baton/policy/defaults.h"

namespace BATON_EXPORT baton {

// The settings of a process budget: tokens that limit how many retries this
// process sends to one target. Each value is 0 to 1 000 000, with a precision
// of a thousandth. `capacity` is at least 1, and `max_ratio_per_call` at
// most 1.
struct ProcessBudgetOptions {
  // The maximum and the initial number of tokens. If the target fails, one
  // client process can spend this number of tokens at once on retries without
  // success.
  double capacity = defaults::kBudgetCapacity;
  // The tokens that Baton adds for each call whose first attempt succeeds. They
  // also limit unsuccessful retries in the long run. If a retry costs 1 token,
  // a deposit of 0.1 pays for one such retry per ten successful calls. The
  // refill by time pays for a few more.
  double deposit = defaults::kBudgetDeposit;
  // Time alone refills the budget up to this number of tokens. A client with
  // few calls can therefore still make a few retries. 0: time adds no tokens.
  double refill_limit = defaults::kBudgetRefillLimit;
  // The tokens that time adds per second, up to `refill_limit`. 0: none.
  double refill_per_second = defaults::kBudgetRefillPerSecond;
  // The cost of a retry after a transient failure. At most `capacity`. Baton
  // refunds this cost if a retry saves the call.
  double transient_cost = defaults::kBudgetTransientCost;
  // The cost of a retry after a timed-out attempt. At most `capacity`. No
  // refund.
  double timeout_cost = defaults::kBudgetTimeoutCost;
  // The cost of a retry after the target reported overload. At most `capacity`.
  // No refund.
  double throttled_cost = defaults::kBudgetThrottledCost;
  // A limit for the second retry of a call and for each later one. All retries
  // of the call together may take at most this ratio of the tokens. The tokens
  // are the remaining ones plus those already taken by the call. 0 to 1. The
  // first retry of a call may always take the last tokens. When few tokens are
  // left, many calls therefore get one retry each. Without this limit, a few
  // calls would get two retries each and the other calls none.
  double max_ratio_per_call = defaults::kBudgetMaxRatioPerCall;

  // Returns options with which the process budget suppresses no retry. For
  // applications that limit retries by other means.
  static ProcessBudgetOptions Unlimited();
};

// The kind of the failure before a retry. It decides the cost of the retry.
// After a timeout or throttling, the target probably has too little capacity
// for all requests. A successful retry then only takes the place of another
// request. Such retries therefore cost more, and Baton never refunds them.
enum class RetryCost {
  kTransient,  // the failure may well not happen again
  kTimeout,    // the target was too slow
  kThrottled,  // the target reported overload
};

}  // namespace baton

#endif  // BATON_POLICY_PROCESS_BUDGET_OPTIONS_H_
