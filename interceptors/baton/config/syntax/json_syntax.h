// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_SYNTAX_JSON_SYNTAX_H_
#define BATON_CONFIG_SYNTAX_JSON_SYNTAX_H_

#include "absl/strings/string_view.h"
#include "baton/config/syntax/diagnostics.h"
#include "baton/config/syntax/syntax_node.h"

namespace baton::config {

// Parses JSON by RFC 8259, without comments and trailing commas. If there is a
// syntax error, reports the error and returns the part of the tree before it.
// If a name occurs twice in one object, the tree has both members, so that the
// caller can report this.
SyntaxNode ParseJsonSyntax(absl::string_view json, Diagnostics& diagnostics);

}  // namespace baton::config

#endif  // BATON_CONFIG_SYNTAX_JSON_SYNTAX_H_
