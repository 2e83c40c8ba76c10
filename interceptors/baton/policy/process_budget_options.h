// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_PROCESS_BUDGET_OPTIONS_H_
#define BATON_POLICY_PROCESS_BUDGET_OPTIONS_H_

#include "baton/policy/defaults.h"

namespace baton {

// The knobs of a process budget, in tokens. Each is 0 to 1 000 000 and kept to
// a thousandth; `capacity` is at least 1.
struct ProcessBudgetOptions {
  // The most it ever holds, and what it starts with. It is also what an
  // outage can cost the target at once, per client process.
  double capacity = defaults::kBudgetCapacity;
  // Earned by each call that succeeded at its first attempt. With a cost of 1
  // this is the share of retries that a target may be sent for ever although
  // they do not help.
  double deposit = defaults::kBudgetDeposit;
  // Up to this level the budget refills with time alone, so that a client too
  // quiet to earn anything still has a few retries. 0: it earns or goes
  // without.
  double reserve = defaults::kBudgetReserve;
  // How fast it refills up to `reserve`. 0: not at all.
  double trickle_per_second = defaults::kBudgetTricklePerSecond;
  // What a retry costs after each kind of failure.
  double transient_cost = defaults::kBudgetTransientCost;
  double timeout_cost = defaults::kBudgetTimeoutCost;
  double throttled_cost = defaults::kBudgetThrottledCost;
  // How much of the budget one call may take with its second and later
  // retries, in [0, 1]; its first retry may always use the last token. While
  // tokens are short this gives them to many calls once rather than to a few
  // calls twice.
  double share_of_one_call = defaults::kBudgetShareOfOneCall;

  // A budget that never refuses, for those who limit retries elsewhere.
  static ProcessBudgetOptions Unlimited();
};

// What the retry that is asked for follows. Overload-like failures cost more
// and are never refunded: where there is too little room for all, a retry that
// succeeds has only taken somebody else's place.
enum class RetryCost {
  kTransient,  // might well not happen again
  kTimeout,    // the target was too slow
  kThrottled,  // the target said that it has too much to do
};

}  // namespace baton

#endif  // BATON_POLICY_PROCESS_BUDGET_OPTIONS_H_
