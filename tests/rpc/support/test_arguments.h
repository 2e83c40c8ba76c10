// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_TEST_ARGUMENTS_H_
#define BATON_TESTS_RPC_SUPPORT_TEST_ARGUMENTS_H_

#include <iostream>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace baton {

// The main function of a test with arguments of its own. `parse` reads one
// argument, and returns false if the argument is unknown.
inline int RunTestsWithArguments(
    int argc, char** argv, absl::FunctionRef<bool(absl::string_view)> parse) {
  ::testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    if (parse(argv[i])) continue;
    std::cerr << "unknown: " << argv[i] << std::endl;
    return 2;
  }
  return RUN_ALL_TESTS();
}

}  // namespace baton

#endif  // BATON_TESTS_RPC_SUPPORT_TEST_ARGUMENTS_H_
