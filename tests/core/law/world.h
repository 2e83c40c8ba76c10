// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_LAW_WORLD_H_
#define BATON_TESTS_CORE_LAW_WORLD_H_

#include "baton/core/attempt_admission.h"
#include "baton/core/health_gate.h"
#include "baton/core/process_budget.h"
#include "baton/core/status_classifier.h"

namespace baton::law {

// The environment of the grants in a simulation. Its other rules could also
// limit retries, and are switched off. The bound must hold without them.
struct World {
  core::ClassifierOptions classifier_options;
  core::StatusClassifier classifier{classifier_options};
  core::ProcessBudget budget{core::ProcessBudgetOptions::Unlimited(), {}};
  core::HealthGate health{core::HealthGateOptions()};

  core::TargetState target() { return {budget, health}; }
};

}  // namespace baton::law

#endif  // BATON_TESTS_CORE_LAW_WORLD_H_
