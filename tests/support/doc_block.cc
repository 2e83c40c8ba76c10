// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/doc_block.h"

#include <fstream>
#include <sstream>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace baton {
namespace {

std::string ReadFile(const std::string& path) {
  std::ifstream file(path);
  if (!file) ADD_FAILURE() << "cannot read " << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

std::string DocBlock(absl::string_view path, absl::string_view name) {
  const std::string text = ReadFile(std::string(path));
  const std::string marker = absl::StrCat("<!-- checked: ", name, " -->\n```");
  const std::size_t at = text.find(marker);
  if (at == std::string::npos) {
    ADD_FAILURE() << path << " has no block " << name;
    return "";
  }
  const std::size_t begin = text.find('\n', at + marker.size()) + 1;
  return text.substr(begin, text.find("\n```", begin) + 1 - begin);
}

bool ShowsCode(absl::string_view document, absl::string_view source,
               absl::string_view mark) {
  const std::string text = ReadFile(std::string(source));
  const std::string line = absl::StrCat(mark, "\n");
  const std::size_t at = text.find(line);
  const std::size_t begin = at + line.size();
  const std::size_t end = at == std::string::npos ? at : text.find(line, begin);
  if (end == std::string::npos) {
    ADD_FAILURE() << source << " has no two lines " << mark;
    return false;
  }
  const std::string block =
      absl::StrCat("```cpp\n", text.substr(begin, end - begin), "```\n");
  return absl::StrContains(ReadFile(std::string(document)), block);
}

}  // namespace baton
