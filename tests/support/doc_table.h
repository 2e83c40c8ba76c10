// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_DOC_TABLE_H_
#define BATON_TESTS_SUPPORT_DOC_TABLE_H_

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace baton {

// Returns the rows of all tables of a Markdown document: the second cell by the
// first, without backticks. `path` is relative to the workspace and must be
// among the test's data. Includes header rows.
std::map<std::string, std::string> DocTable(absl::string_view path);

// Returns the same rows in order, with all their cells.
std::vector<std::vector<std::string>> DocRows(absl::string_view path);

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_DOC_TABLE_H_
