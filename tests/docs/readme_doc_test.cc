// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that README.md shows compiled code and actual output.

#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/core/scenarios/scenarios.h"
#include "tests/support/doc_block.h"
#include "tests/support/doc_table.h"

namespace baton {
namespace {

using ::testing::HasSubstr;

std::string ReadFile(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file.good()) << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(ReadmeTest, ShowsTheCompiledQuickstart) {
  EXPECT_TRUE(ShowsCode("README.md", "examples/quickstart/quickstart.cc",
                        "  // [README]"));
}

TEST(ReadmeTest, ShowsTheScenarioTable) {
  EXPECT_EQ(DocBlock("README.md", "weathers"), weather::WeatherTable());
}

TEST(ReadmeTest, ShowsTheTableOfTheDemo) {
  EXPECT_THAT(ReadFile("examples/stack/README.md"),
              HasSubstr(DocBlock("README.md", "demo")));
}

TEST(ReadmeTest, ShowsTheReportOfTheStopReasons) {
  EXPECT_THAT(ReadFile("README.md"),
              HasSubstr(DocBlock("docs/stop-reasons.md", "one_line")));
}

}  // namespace
}  // namespace baton
