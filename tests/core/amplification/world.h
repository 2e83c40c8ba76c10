// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_AMPLIFICATION_WORLD_H_
#define BATON_TESTS_CORE_AMPLIFICATION_WORLD_H_

#include "baton/core/decision/attempt_admission.h"
#include "baton/core/decision/status_classifier.h"
#include "baton/core/limits/health_gate.h"
#include "baton/core/limits/process_budget.h"

namespace baton::law {

// What surrounds the grants in a simulation: rules that would help them to
// limit retries, and are told not to. The law has to hold by itself.
struct World {
  core::ClassifierOptions classifier_options;
  core::StatusClassifier classifier{classifier_options};
  core::ProcessBudget budget{core::ProcessBudgetOptions::Unlimited(), {}};
  core::HealthGate health{core::HealthGateOptions()};

  core::TargetState target() { return {budget, health}; }
};

}  // namespace baton::law

#endif  // BATON_TESTS_CORE_AMPLIFICATION_WORLD_H_
