// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_SYNTAX_NEAREST_NAME_H_
#define BATON_CONFIG_SYNTAX_NEAREST_NAME_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace baton::config {

// Returns the candidate that `name` is most likely a misspelling of: the one
// with the fewest letters to change, add, remove or swap. Ignores case and
// underscores. Returns "" if no candidate is near.
absl::string_view NearestName(absl::string_view name,
                              const std::vector<absl::string_view>& candidates);

// Returns "; did you mean X?", or "" if no candidate is near.
std::string DidYouMean(absl::string_view name,
                       const std::vector<absl::string_view>& candidates);

}  // namespace baton::config

#endif  // BATON_CONFIG_SYNTAX_NEAREST_NAME_H_
