// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_CHILD_PROCESS_H_
#define BATON_TESTS_RPC_SUPPORT_CHILD_PROCESS_H_

#include <string>
#include <vector>

namespace baton {

// Runs a program, given by its path and its arguments, and returns its wait
// status. Kills it with SIGKILL after kPatience. Fails the test if it does not
// start.
int RunToExit(std::vector<std::string> command);

}  // namespace baton

#endif  // BATON_TESTS_RPC_SUPPORT_CHILD_PROCESS_H_
