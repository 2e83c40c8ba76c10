// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The worked examples of docs/wire/retry-budget.md come out as it says.

#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "baton/core/retry_budget_header.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

struct Example {
  std::string value;
  std::string read_as;
};

// The rows between the heading of the examples and the next one.
std::vector<Example> WorkedExamples() {
  std::vector<Example> examples;
  std::ifstream file("docs/wire/retry-budget.md");
  bool within = false;
  std::string line;
  while (std::getline(file, line)) {
    if (absl::StartsWith(line, "#")) within = line == "### Worked examples";
    if (!within || !absl::StartsWith(line, "| `")) continue;
    const std::vector<std::string> cells = absl::StrSplit(line, " | ");
    const std::vector<std::string> quoted = absl::StrSplit(cells[0], '`');
    for (std::size_t i = 1; i < quoted.size(); i += 2) {
      examples.push_back({quoted[i], cells[1]});
    }
  }
  return examples;
}

TEST(WireDocTest, WorkedExamplesComeOutAsTheyAreDocumented) {
  const std::vector<Example> examples = WorkedExamples();
  ASSERT_EQ(examples.size(), 11u);
  for (const Example& example : examples) {
    const absl::string_view value = example.value;
    const DecodedRetryBudget decoded =
        DecodeRetryBudget(absl::MakeSpan(&value, 1));
    if (absl::StartsWith(example.read_as, "malformed")) {
      EXPECT_EQ(decoded.verdict, HeaderVerdict::kMalformed) << value;
      continue;
    }
    EXPECT_EQ(decoded.verdict, HeaderVerdict::kOk) << value;
    EXPECT_TRUE(absl::StartsWith(example.read_as,
                                 absl::StrCat("grant ", decoded.header.grant)))
        << value << " is documented as " << example.read_as;
  }
}

}  // namespace
}  // namespace baton::core
