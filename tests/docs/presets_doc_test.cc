// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that the tables of docs/presets.md are the tables of the code.

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "baton/classifier.h"
#include "baton/core/policy/classifier_presets.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

constexpr char kDocument[] = "docs/presets.md";

// Returns the rows of each preset: "name | HTTP code | gRPC codes | class".
std::map<std::string, std::vector<std::string>> DocumentedRows() {
  std::map<std::string, std::vector<std::string>> tables;
  std::ifstream file(kDocument);
  EXPECT_TRUE(file) << "cannot read " << kDocument;
  std::string heading;
  std::string line;
  while (std::getline(file, line)) {
    if (absl::StartsWith(line, "## ")) heading = line.substr(3);
    if (!absl::StartsWith(line, "| ") || absl::StartsWith(line, "| name")) {
      continue;
    }
    std::vector<std::string> cells =
        absl::StrSplit(absl::StrReplaceAll(line, {{"`", ""}}), '|');
    EXPECT_EQ(cells.size(), 8u) << line;
    for (std::string& cell : cells) {
      cell = std::string(absl::StripAsciiWhitespace(cell));
    }
    tables[heading].push_back(
        absl::StrJoin(cells.begin() + 1, cells.begin() + 5, " | "));
  }
  return tables;
}

std::vector<std::string> RowsOfCode(ClassifierPreset preset) {
  std::vector<std::string> rows;
  for (const PresetRow& row : RowsOf(preset)) {
    rows.push_back(absl::StrCat(row.name, " | ", HttpCodesOf(row), " | ",
                                row.codes.empty() ? "" : row.codes.ToString(),
                                " | ", ToString(row.outcome_class)));
  }
  return rows;
}

TEST(PresetsDocTest, PageHasTheTablesOfTheCode) {
  const auto documented = DocumentedRows();
  EXPECT_EQ(documented.size(), 4u);
  for (const ClassifierPreset preset :
       {ClassifierPreset::kCosmosDb, ClassifierPreset::kDynamoDb,
        ClassifierPreset::kGoogleAip, ClassifierPreset::kHttp}) {
    const std::string name(NameOf(preset));
    ASSERT_EQ(documented.count(name), 1u) << name;
    EXPECT_THAT(documented.at(name),
                ::testing::ElementsAreArray(RowsOfCode(preset)))
        << name;
  }
}

}  // namespace
}  // namespace baton::core
