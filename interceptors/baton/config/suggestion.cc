// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/suggestion.h"

#include "baton/config/syntax/nearest_name.h"

namespace baton {

std::string SuggestionFor(absl::string_view word,
                          const std::vector<absl::string_view>& words) {
  return config::DidYouMean(word, words);
}

}  // namespace baton
