// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_BATON_POLICY_BATON_POLICY_H_
#define BATON_TOOLS_BATON_POLICY_BATON_POLICY_H_

#include <ostream>
#include <string>
#include <vector>

namespace baton::tools {

// The exit codes of baton-policy.
inline constexpr int kExitOk = 0;
inline constexpr int kExitBadPolicy = 1;
inline constexpr int kExitUsage = 2;

// Runs the command in `arguments` (without the name of the program). Prints its
// result to `out` and errors to `err`. Returns the exit code.
int RunBatonPolicy(const std::vector<std::string>& arguments, std::ostream& out,
                   std::ostream& err);

}  // namespace baton::tools

#endif  // BATON_TOOLS_BATON_POLICY_BATON_POLICY_H_
