// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/doc_table.h"

#include <fstream>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"

namespace baton {

std::map<std::string, std::string> DocTable(absl::string_view path) {
  std::map<std::string, std::string> rows;
  std::ifstream file{std::string(path)};
  if (!file) ADD_FAILURE() << "cannot read " << path;
  std::string line;
  while (std::getline(file, line)) {
    if (!absl::StartsWith(line, "| ")) continue;
    const std::string plain = absl::StrReplaceAll(line, {{"`", ""}});
    const std::vector<std::string> cells = absl::StrSplit(plain, '|');
    if (cells.size() < 3) continue;
    const std::string name(absl::StripAsciiWhitespace(cells[1]));
    EXPECT_EQ(rows.count(name), 0u) << path << " has two rows " << name;
    rows[name] = std::string(absl::StripAsciiWhitespace(cells[2]));
  }
  return rows;
}

}  // namespace baton
