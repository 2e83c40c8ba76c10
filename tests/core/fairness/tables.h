// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_FAIRNESS_TABLES_H_
#define BATON_TESTS_CORE_FAIRNESS_TABLES_H_

#include <string>

// The tables of docs/failure-scenarios.md about methods of one target, as
// aligned text.
namespace baton::fairness {

// Returns how many retries healthy methods get beside methods that fail.
std::string FailingMethodsTable();
// Returns the extra attempts of an outage of the whole target.
std::string WholeOutageTable();
// Returns the success rates if 30 % of all attempts fail independently.
std::string IndependentFailuresTable();

}  // namespace baton::fairness

#endif  // BATON_TESTS_CORE_FAIRNESS_TABLES_H_
