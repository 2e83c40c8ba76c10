// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_FAILURE_TABLE_H_
#define BATON_CORE_POLICY_FAILURE_TABLE_H_

#include <string>
#include <vector>

#include "baton/classifier.h"
#include "baton/policy/classifier_options.h"

namespace baton::core {

// A row of the table of failures.
struct FailureTableRow {
  std::string source;   // "rules[0]", "COSMOS_DB", "codes"
  std::string failure;  // "reason \"X\"", "429", "ABORTED, UNAVAILABLE"
  OutcomeClass outcome_class = OutcomeClass::kPermanent;
};

// Returns the classes of failures that servers return, in the order in which
// StatusClassifier looks for them: the rules, the names and HTTP codes of the
// preset, and the status codes. A response with advice or pushback may have
// another class.
std::vector<FailureTableRow> FailureTable(const ClassifierOptions& options);

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_FAILURE_TABLE_H_
