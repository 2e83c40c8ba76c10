// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bootstrap/passwords.h"

#include <cstddef>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace baton::otel {
namespace {

constexpr absl::string_view kScheme = "://";
constexpr absl::string_view kHidden = "***";

}  // namespace

std::string WithoutPassword(absl::string_view url) {
  const std::size_t scheme = url.find(kScheme);
  const std::size_t start =
      scheme == absl::string_view::npos ? 0 : scheme + kScheme.size();
  const absl::string_view front = url.substr(0, start);
  absl::string_view rest = url.substr(start);
  absl::string_view user;
  const std::size_t at = rest.rfind('@');
  if (at != absl::string_view::npos) {
    user = kHidden;
    rest.remove_prefix(at);
  }
  absl::string_view query;
  const std::size_t question = rest.find('?');
  if (question != absl::string_view::npos) {
    query = kHidden;
    rest = rest.substr(0, question + 1);
  }
  return absl::StrCat(front, user, rest, query);
}

std::string WithoutPasswords(absl::string_view text) {
  if (!absl::StrContains(text, kScheme)) return std::string(text);
  std::vector<std::string> words;
  for (const absl::string_view word : absl::StrSplit(text, ' ')) {
    words.push_back(absl::StrContains(word, kScheme) ? WithoutPassword(word)
                                                     : std::string(word));
  }
  return absl::StrJoin(words, " ");
}

}  // namespace baton::otel
