// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_DOC_BLOCK_H_
#define BATON_TESTS_SUPPORT_DOC_BLOCK_H_

#include <string>

#include "absl/strings/string_view.h"

namespace baton {

// The text of the fenced block that follows the line
//
//   <!-- checked: <name> -->
//
// in a document, so that a test can compare what the document shows with what
// the code does. `path` is relative to the workspace and must be among the
// test's data. Fails the test and returns "" if there is no such block.
std::string DocBlock(absl::string_view path, absl::string_view name);

// Does a document show the part of a source file that stands between two lines
// of `mark`, as a block of C++? Both paths as above. Fails the test if there is
// no such part.
bool ShowsCode(absl::string_view document, absl::string_view source,
               absl::string_view mark);

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_DOC_BLOCK_H_
