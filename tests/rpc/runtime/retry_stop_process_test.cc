// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Processes that start with the variable BATON_STOP_ALL_RETRIES.

#include <fstream>
#include <sstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/child_process.h"

namespace baton {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kStopped[] =
    "stopped before main\nattempts 1 all_retries_stopped\n";
constexpr char kNotStopped[] = "attempts 2 succeeded\n";

struct Output {
  std::string out;
  std::string error;
};

std::string Read(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Runs the program, with `assignment` in front of it as in a shell.
Output RunProgram(const std::string& assignment,
                  const std::string& argument = "") {
  const std::string base = absl::StrCat(::testing::TempDir(), "/retry_stop");
  const std::string command =
      absl::StrCat(assignment, " tests/rpc/runtime/retry_stop_process_main ",
                   argument, " > '", base, ".out' 2> '", base, ".err'");
  EXPECT_EQ(RunToExit({"/bin/sh", "-c", command}), 0) << command;
  return {Read(base + ".out"), Read(base + ".err")};
}

TEST(RetryStopProcessTest, VariableStopsRetriesFromTheStartOfTheProcess) {
  const Output output = RunProgram("BATON_STOP_ALL_RETRIES=1");
  EXPECT_EQ(output.out, kStopped);
  EXPECT_THAT(output.error,
              HasSubstr("baton: BATON_STOP_ALL_RETRIES is set: this process "
                        "makes no retries and no hedges\n"));
}

TEST(RetryStopProcessTest, ProcessWithoutTheVariableRetries) {
  EXPECT_EQ(RunProgram("").out, kNotStopped);
  EXPECT_EQ(RunProgram("BATON_STOP_ALL_RETRIES=0").out, kNotStopped);
  EXPECT_EQ(RunProgram("BATON_STOP_ALL_RETRIES=").out, kNotStopped);
}

TEST(RetryStopProcessTest, LaterChangesOfTheEnvironmentHaveNoEffect) {
  EXPECT_EQ(RunProgram("", "late").out, kNotStopped);
}

TEST(RetryStopProcessTest, InvalidValueStopsRetriesAndIsReported) {
  const Output output = RunProgram(absl::StrCat(
      "BATON_STOP_ALL_RETRIES='ture\n", std::string(1000, 'x'), "'"));
  EXPECT_EQ(output.out, kStopped);
  const std::string line = output.error.substr(0, output.error.find('\n'));
  EXPECT_THAT(line, StartsWith("baton: BATON_STOP_ALL_RETRIES: must be 0 or 1, "
                               "got 'ture\\nxxx"));
  EXPECT_THAT(line, HasSubstr("counts as 1"));
  EXPECT_LT(line.size(), 300u);
}

}  // namespace
}  // namespace baton
