// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/amplification/markdown_table.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace baton::amplification {
namespace {

std::vector<std::string> Cells(absl::string_view line) {
  line = absl::StripAsciiWhitespace(line);
  absl::ConsumePrefix(&line, "|");
  absl::ConsumeSuffix(&line, "|");
  std::vector<std::string> cells = absl::StrSplit(line, '|');
  for (std::string& cell : cells) absl::StripAsciiWhitespace(&cell);
  return cells;
}

}  // namespace

std::vector<std::vector<std::string>> MarkdownTable(absl::string_view text,
                                                    absl::string_view heading) {
  std::vector<std::vector<std::string>> rows;
  bool inside = false;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    const bool is_row = !line.empty() && line[0] == '|';
    if (!is_row) {
      if (inside) break;
    } else if (inside) {
      rows.push_back(Cells(line));
    } else {
      inside = Cells(line).front() == heading;
    }
  }
  // The first row is the line of dashes.
  if (!rows.empty()) rows.erase(rows.begin());
  return rows;
}

}  // namespace baton::amplification
