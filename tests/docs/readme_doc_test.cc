// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// README.md shows code that is compiled, and output that the code prints.

#include <fstream>
#include <sstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/core/weather/scenarios.h"
#include "tests/support/doc_block.h"

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

// What stands between the two [README] marks of the example.
std::string ExampleCode() {
  const std::string text = ReadFile("examples/quickstart/quickstart.cc");
  const std::string mark = "  // [README]\n";
  const std::size_t begin = text.find(mark) + mark.size();
  return text.substr(begin, text.find(mark, begin) - begin);
}

TEST(ReadmeTest, ShowsTheQuickstartAsItIsCompiled) {
  EXPECT_THAT(ReadFile("README.md"),
              HasSubstr(absl::StrCat("```cpp\n", ExampleCode(), "```\n")));
}

TEST(ReadmeTest, ShowsTheWeatherTable) {
  EXPECT_EQ(DocBlock("README.md", "weathers"), weather::WeatherTable());
}

TEST(ReadmeTest, ShowsAReportThatIsExplainedElsewhere) {
  EXPECT_THAT(ReadFile("README.md"),
              HasSubstr(DocBlock("docs/reasons.md", "one_line")));
}

}  // namespace
}  // namespace baton
