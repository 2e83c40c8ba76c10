// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/syntax/nearest_name.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace baton::config {
namespace {

// A longer name is no misspelling. Without this limit, an attacker could choose
// names that are expensive to compare.
constexpr std::size_t kMaxLength = 128;

std::string Folded(absl::string_view name) {
  std::string folded;
  for (const char c : name) {
    if (c != '_') {
      folded.push_back(absl::ascii_tolower(static_cast<unsigned char>(c)));
    }
  }
  return folded;
}

// Returns the number of edits between the two. A swap of adjacent letters
// counts as one.
std::size_t Distance(absl::string_view a, absl::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

}  // namespace

absl::string_view NearestName(
    absl::string_view name, const std::vector<absl::string_view>& candidates) {
  const std::string folded = Folded(name);
  if (folded.empty() || folded.size() > kMaxLength) return {};
  // At most a third of the letters may differ.
  const std::size_t limit = std::max<std::size_t>(1, folded.size() / 3);
  absl::string_view nearest;
  std::size_t best = limit + 1;
  for (const absl::string_view candidate : candidates) {
    if (candidate.size() > kMaxLength) continue;
    const std::string other = Folded(candidate);
    const std::size_t least = other.size() > folded.size()
                                  ? other.size() - folded.size()
                                  : folded.size() - other.size();
    if (least >= best) continue;
    const std::size_t distance = Distance(folded, other);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string DidYouMean(absl::string_view name,
                       const std::vector<absl::string_view>& candidates) {
  const absl::string_view nearest = NearestName(name, candidates);
  return nearest.empty() ? "" : absl::StrCat("; did you mean ", nearest, "?");
}

}  // namespace baton::config
