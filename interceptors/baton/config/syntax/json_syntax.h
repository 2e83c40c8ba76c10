// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_SYNTAX_JSON_SYNTAX_H_
#define BATON_CONFIG_SYNTAX_JSON_SYNTAX_H_

#include "absl/strings/string_view.h"
#include "baton/config/syntax/diagnostics.h"
#include "baton/config/syntax/syntax_node.h"

namespace baton::config {

// Parses JSON by RFC 8259, without comments and trailing commas. After a syntax
// error, which is reported, returns what came before it. Keeps a name that
// occurs twice in one object twice, so that the reader can report it.
SyntaxNode ParseJsonSyntax(absl::string_view json, Diagnostics& diagnostics);

}  // namespace baton::config

#endif  // BATON_CONFIG_SYNTAX_JSON_SYNTAX_H_
