// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_SUGGESTION_H_
#define BATON_POLICY_SUGGESTION_H_

#include "baton/base/export.h"

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace BATON_EXPORT baton {

// Returns "; did you mean X?" for an error message about a misspelled `word`. X
// is the most similar of `words`. Returns "" if none is similar.
std::string SuggestionFor(absl::string_view word,
                          const std::vector<absl::string_view>& words);

}  // namespace baton

#endif  // BATON_POLICY_SUGGESTION_H_
