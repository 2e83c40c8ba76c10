// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_SYNTAX_NEAREST_NAME_H_
#define BATON_CONFIG_SYNTAX_NEAREST_NAME_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace baton::config {

// Returns the candidate with the smallest edit distance to `name`. Counts each
// letter to change, add or remove, and each swap of adjacent letters, as one
// edit. Ignores case, underscores, and names of more than 128 characters.
// Returns "" if each candidate needs more than max(1, n / 3) edits, where n is
// the number of letters in `name`.
absl::string_view NearestName(absl::string_view name,
                              const std::vector<absl::string_view>& candidates);

// Returns "; did you mean X?" with X = NearestName(), or "" if that is empty.
std::string DidYouMean(absl::string_view name,
                       const std::vector<absl::string_view>& candidates);

}  // namespace baton::config

#endif  // BATON_CONFIG_SYNTAX_NEAREST_NAME_H_
