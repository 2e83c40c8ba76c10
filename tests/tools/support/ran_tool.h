// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_TOOLS_SUPPORT_RAN_TOOL_H_
#define BATON_TESTS_TOOLS_SUPPORT_RAN_TOOL_H_

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tools/baton_policy/baton_policy.h"

namespace baton::tools {

// The exit code of one run of baton-policy, and what it has printed.
struct RanTool {
  int exit_code;
  std::string out;
  std::string err;
};

// Runs baton-policy in this process.
inline RanTool RunTool(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  const int exit_code = RunBatonPolicy(arguments, out, err);
  return {exit_code, out.str(), err.str()};
}

// Writes a file into the folder of the test. Returns its path.
inline std::string WriteTestFile(const std::string& name,
                                 const std::string& contents) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/", name);
  std::ofstream(path) << contents;
  return path;
}

}  // namespace baton::tools

#endif  // BATON_TESTS_TOOLS_SUPPORT_RAN_TOOL_H_
