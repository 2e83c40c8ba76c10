// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_AMPLIFICATION_MARKDOWN_TABLE_H_
#define BATON_TESTS_CORE_AMPLIFICATION_MARKDOWN_TABLE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace baton::amplification {

// Returns the body of the table in `text` whose first column has the header
// `heading`: one vector of trimmed cells per row. Empty if there is no such
// table.
std::vector<std::vector<std::string>> MarkdownTable(absl::string_view text,
                                                    absl::string_view heading);

}  // namespace baton::amplification

#endif  // BATON_TESTS_CORE_AMPLIFICATION_MARKDOWN_TABLE_H_
