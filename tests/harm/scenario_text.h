// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_HARM_SCENARIO_TEXT_H_
#define BATON_TESTS_HARM_SCENARIO_TEXT_H_

#include <string>
#include <vector>

#include "tests/harm/scenario.h"

namespace baton::harm {

// Returns the words for --only: "unary", "queue", "goaway", "late_poll", ...
std::vector<std::string> FeaturesOf(const Scenario& scenario);

// Returns whether the scenario has a feature. "" is a feature of every one.
bool HasFeature(const Scenario& scenario, const std::string& feature);

// Returns the scenario in some lines, for people.
std::string Describe(const Scenario& scenario);

// Returns "sync", "queue", ... for findings.
std::string Describe(const CallPlan& call);

}  // namespace baton::harm

#endif  // BATON_TESTS_HARM_SCENARIO_TEXT_H_
