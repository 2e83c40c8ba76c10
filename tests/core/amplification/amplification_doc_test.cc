// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that docs/amplification.md has the numbers of the simulation.

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gtest/gtest.h"
#include "tests/core/amplification/layered_stack.h"
#include "tests/core/amplification/markdown_table.h"
#include "tests/core/amplification/stack_conditions.h"

namespace baton::amplification {
namespace {

using Row = std::vector<std::string>;

const Owner kOwners[] = {
    {OwnerMode::kKeep, 0}, {OwnerMode::kDelegate, 0}, {OwnerMode::kSplit, 1}};

std::vector<Row> DocTable(const std::string& heading) {
  std::ifstream file("docs/amplification.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return MarkdownTable(text, heading);
}

// Formats a row like the page, so that a failure shows the expected text.
std::string Line(const Row& row) {
  return absl::StrCat("| ", absl::StrJoin(row, " | "), " |");
}

TEST(AmplificationDocTest, DepthTableMatchesTheSimulation) {
  std::vector<std::string> measured;
  for (int layers = 1; layers <= 6; ++layers) {
    for (int attempts = 2; attempts <= 4; ++attempts) {
      const Amplification naive =
          Measure(LayeredStack::Naive(layers, attempts));
      Row at_last = {absl::StrCat(layers), absl::StrCat(attempts),
                     absl::StrCat(naive.at_last)};
      Row in_all = {absl::StrCat(naive.in_all)};
      for (const Owner& owner : kOwners) {
        const Amplification baton =
            Measure(LayeredStack::WithBaton(layers, attempts, owner));
        at_last.push_back(absl::StrCat(baton.at_last));
        in_all.push_back(absl::StrCat(baton.in_all));
      }
      at_last.insert(at_last.end(), in_all.begin(), in_all.end());
      measured.push_back(Line(at_last));
    }
  }
  std::vector<std::string> documented;
  for (const Row& row : DocTable("layers")) documented.push_back(Line(row));
  EXPECT_EQ(absl::StrJoin(documented, "\n"), absl::StrJoin(measured, "\n"));
}

TEST(AmplificationDocTest, ConditionsTableMatchesTheSimulation) {
  std::vector<std::string> measured;
  for (const StackCondition& condition : AllStackConditions()) {
    Row row = {condition.name};
    for (const Owner& owner : kOwners) {
      LayeredStack stack = LayeredStack::WithBaton(5, 3, owner);
      condition.apply(stack);
      row.push_back(absl::StrCat(Measure(stack, /*requests=*/100).at_last));
    }
    measured.push_back(Line(row));
  }
  std::vector<std::string> documented;
  for (const Row& row : DocTable("what is different")) {
    documented.push_back(Line(row));
  }
  EXPECT_EQ(absl::StrJoin(documented, "\n"), absl::StrJoin(measured, "\n"));
}

}  // namespace
}  // namespace baton::amplification
