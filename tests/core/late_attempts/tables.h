// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_LATE_ATTEMPTS_TABLES_H_
#define BATON_TESTS_CORE_LATE_ATTEMPTS_TABLES_H_

#include <string>

// The tables of docs/failure-scenarios.md about late attempts, as aligned text.
namespace baton::late_attempts {

// Returns the results if every call takes the same part of its deadline.
std::string SlowTable();
// Returns the results if all replicas stop for a while.
std::string StallTable();
// Returns the same for many client processes with few calls each.
std::string QuietClientsTable();
// Returns the results if one of the replicas stops and never continues.
std::string OneHangsTable();

}  // namespace baton::late_attempts

#endif  // BATON_TESTS_CORE_LATE_ATTEMPTS_TABLES_H_
