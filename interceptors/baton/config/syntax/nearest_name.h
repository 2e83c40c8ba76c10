// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_SYNTAX_NEAREST_NAME_H_
#define BATON_CONFIG_SYNTAX_NEAREST_NAME_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace baton::config {

// The candidate that `name` is most likely a misspelling of: the one with the
// fewest letters to change, add, drop or swap. Case and underscores count for
// nothing. Empty if none is near.
absl::string_view NearestName(absl::string_view name,
                              const std::vector<absl::string_view>& candidates);

// "; did you mean X?", or nothing.
std::string DidYouMean(absl::string_view name,
                       const std::vector<absl::string_view>& candidates);

}  // namespace baton::config

#endif  // BATON_CONFIG_SYNTAX_NEAREST_NAME_H_
