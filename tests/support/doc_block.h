// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_DOC_BLOCK_H_
#define BATON_TESTS_SUPPORT_DOC_BLOCK_H_

#include <string>

#include "absl/strings/string_view.h"

namespace baton {

// Returns the text of the fenced block that follows the line
//
//   <!-- checked: <name> -->
//
// in a document, so that a test can compare the document with the code. `path`
// is relative to the workspace and must be among the test's data. Fails the
// test and returns "" if there is no such block.
std::string DocBlock(absl::string_view path, absl::string_view name);

// Returns whether a document shows a part of a source file as a block of C++.
// The part is between two lines of `mark`. Both paths as above. Fails the test
// if there is no such part.
bool ShowsCode(absl::string_view document, absl::string_view source,
               absl::string_view mark);

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_DOC_BLOCK_H_
