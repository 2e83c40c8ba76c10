// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_SYNTAX_TEXT_SYNTAX_H_
#define BATON_CONFIG_SYNTAX_TEXT_SYNTAX_H_

#include "absl/strings/string_view.h"
#include "baton/config/syntax/diagnostics.h"
#include "baton/config/syntax/syntax_node.h"

namespace baton::config {

// Parses protobuf text format. Uses the tokenizer of the protobuf library, so
// that comments, numbers and strings follow the rules of protobuf. If there is
// a syntax error, reports the error and returns the part of the tree before it.
// Extensions and Any expansions are syntax errors, because no policy uses them.
SyntaxNode ParseTextSyntax(absl::string_view text, Diagnostics& diagnostics);

}  // namespace baton::config

#endif  // BATON_CONFIG_SYNTAX_TEXT_SYNTAX_H_
