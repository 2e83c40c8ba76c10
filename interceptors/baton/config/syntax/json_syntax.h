// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_SYNTAX_JSON_SYNTAX_H_
#define BATON_CONFIG_SYNTAX_JSON_SYNTAX_H_

#include "absl/strings/string_view.h"
#include "baton/config/syntax/diagnostics.h"
#include "baton/config/syntax/syntax_node.h"

namespace baton::config {

// Reads JSON as RFC 8259 has it; no comments, no trailing commas. After a
// syntax error, which is reported, the result is what came before it. A name
// that comes twice in one object is kept twice, for the reader to refuse.
SyntaxNode ParseJsonSyntax(absl::string_view json, Diagnostics& diagnostics);

}  // namespace baton::config

#endif  // BATON_CONFIG_SYNTAX_JSON_SYNTAX_H_
