// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/doc_table.h"

#include <fstream>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"

namespace baton {

std::vector<std::vector<std::string>> DocRows(absl::string_view path) {
  std::vector<std::vector<std::string>> rows;
  std::ifstream file{std::string(path)};
  if (!file) ADD_FAILURE() << "cannot read " << path;
  std::string line;
  while (std::getline(file, line)) {
    if (!absl::StartsWith(line, "| ")) continue;
    const std::string plain = absl::StrReplaceAll(line, {{"`", ""}});
    std::vector<std::string> cells = absl::StrSplit(plain, '|');
    // The parts before the first bar and after the last bar are empty.
    cells.erase(cells.begin());
    cells.pop_back();
    for (std::string& cell : cells) {
      cell = std::string(absl::StripAsciiWhitespace(cell));
    }
    rows.push_back(std::move(cells));
  }
  return rows;
}

std::map<std::string, std::string> DocTable(absl::string_view path) {
  std::map<std::string, std::string> rows;
  for (const std::vector<std::string>& cells : DocRows(path)) {
    if (cells.size() < 2) continue;
    EXPECT_EQ(rows.count(cells[0]), 0u) << path << " has two rows " << cells[0];
    rows[cells[0]] = cells[1];
  }
  return rows;
}

}  // namespace baton
