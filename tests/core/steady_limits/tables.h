// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_STEADY_LIMITS_TABLES_H_
#define BATON_TESTS_CORE_STEADY_LIMITS_TABLES_H_

#include <string>

namespace baton::steady_limits {

// The tables of docs/limits.md: restless latency, and one lasting change.
std::string RestlessTable();
std::string ChangeTable();

}  // namespace baton::steady_limits

#endif  // BATON_TESTS_CORE_STEADY_LIMITS_TABLES_H_
