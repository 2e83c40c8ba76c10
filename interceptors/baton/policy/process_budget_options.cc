// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/process_budget_options.h"

namespace baton {

ProcessBudgetOptions ProcessBudgetOptions::Unlimited() {
  ProcessBudgetOptions options;
  options.transient_cost = options.timeout_cost = options.throttled_cost = 0;
  return options;
}

}  // namespace baton
