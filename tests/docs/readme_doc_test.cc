// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// README.md shows code that is compiled, output that the code prints, and
// figures of the run that the demo's page shows.

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

// Returns the text between the two lines `mark` of the quickstart.
std::string QuickstartPart(absl::string_view mark) {
  const std::string text = ReadFile("examples/quickstart/quickstart.cc");
  const std::string line = absl::StrCat(mark, "\n");
  const std::size_t first = text.find(line);
  const std::size_t begin = first + line.size();
  const std::size_t end =
      first == std::string::npos ? first : text.find(line, begin);
  if (end == std::string::npos) {
    ADD_FAILURE() << "the quickstart has no two lines " << mark;
    return "";
  }
  return text.substr(begin, end - begin);
}

// Returns the first row of `mode` for a scenario in the tables of the demo's
// page. The name of the scenario stands in the row of its first mode only.
std::string DemoRow(absl::string_view scenario, absl::string_view mode) {
  const std::string page = ReadFile("examples/stack/README.md");
  bool in_scenario = false;
  for (const absl::string_view line : absl::StrSplit(page, '\n')) {
    if (!absl::StartsWith(line, " ")) {
      in_scenario = absl::StartsWith(line, absl::StrCat(scenario, " "));
    }
    if (in_scenario && absl::StrContains(line, mode)) return std::string(line);
  }
  ADD_FAILURE() << "the demo's page has no row " << scenario << ", " << mode;
  return "";
}

TEST(ReadmeTest, QuickstartSampleIsCompiledCode) {
  EXPECT_THAT(ReadFile("README.md"),
              HasSubstr(absl::StrCat(
                  "```cpp\n", QuickstartPart("// [README types]"), "\n",
                  QuickstartPart("// [README call]"), "```\n")));
}

TEST(ReadmeTest, ResultsAreThoseOfTheDemoPage) {
  int rows = 0;
  for (const std::vector<std::string>& cells : DocRows("README.md")) {
    // "down: calls at the store ...", and a figure for each mode.
    if (cells.size() != 3 || !absl::StrContains(cells[0], ": ")) continue;
    ++rows;
    const std::string scenario = cells[0].substr(0, cells[0].find(':'));
    EXPECT_THAT(DemoRow(scenario, "gRPC retries"),
                HasSubstr(absl::StrCat(" ", cells[1])));
    EXPECT_THAT(DemoRow(scenario, "Baton"),
                HasSubstr(absl::StrCat(" ", cells[2])));
  }
  EXPECT_EQ(rows, 3);
}

TEST(ReadmeTest, CallReportIsTheOneOfTheStopReasonsPage) {
  EXPECT_THAT(ReadFile("README.md"),
              HasSubstr(DocBlock("docs/stop-reasons.md", "one_line")));
}

}  // namespace
}  // namespace baton
