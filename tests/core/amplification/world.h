// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_AMPLIFICATION_WORLD_H_
#define BATON_TESTS_CORE_AMPLIFICATION_WORLD_H_

#include "baton/core/decision/attempt_admission.h"
#include "baton/core/limits/process_budget.h"
#include "baton/core/limits/retry_breakers.h"
#include "baton/status_classifier.h"

namespace baton::amplification {

// The environment of the grants in a simulation. Its other rules could also
// limit retries, and are switched off. The bound must hold without them.
struct World {
  ClassifierOptions classifier_options;
  StatusClassifier classifier{classifier_options};
  core::ProcessBudget budget{ProcessBudgetOptions::Unlimited(), {}};

  core::TargetLimits target() { return {budget, core::RetryBreakers()}; }
};

}  // namespace baton::amplification

#endif  // BATON_TESTS_CORE_AMPLIFICATION_WORLD_H_
