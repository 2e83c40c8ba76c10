// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_SYNTAX_NEAREST_NAME_H_
#define BATON_CONFIG_SYNTAX_NEAREST_NAME_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace baton::config {

// Returns the candidate that needs the fewest edits to become `name`. Each
// letter to change, add or remove, and each swap of adjacent letters, is one
// edit. Upper and lower case are equal, and underscores do not count. Let n be
// the number of letters in `name`. Returns "" if each candidate needs more than
// max(1, n / 3) edits. Also ignores names of more than 128 characters.
absl::string_view NearestName(absl::string_view name,
                              const std::vector<absl::string_view>& candidates);

// Returns "; did you mean X?", where X is the result of NearestName(). Returns
// "" if there is no nearest name.
std::string DidYouMean(absl::string_view name,
                       const std::vector<absl::string_view>& candidates);

}  // namespace baton::config

#endif  // BATON_CONFIG_SYNTAX_NEAREST_NAME_H_
