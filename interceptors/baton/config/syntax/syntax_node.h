// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_SYNTAX_SYNTAX_NODE_H_
#define BATON_CONFIG_SYNTAX_SYNTAX_NODE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "baton/config/syntax/diagnostics.h"

namespace baton::config {

// The syntax tree of a file in text format or JSON. Baton first parses the
// syntax and then checks the fields. It can therefore report all invalid fields
// of a file at once, each with its position. The parsers of protobuf stop at
// the first error.
struct SyntaxNode {
  struct Member;

  enum class Kind {
    kNull,
    kWord,    // true, OBSERVE, inf
    kNumber,  // as in the file
    kString,  // with quotes removed and escapes replaced
    kList,
    kObject,
  };

  Kind kind = Kind::kNull;
  Position position;
  std::string text;               // kWord, kNumber, kString
  std::vector<SyntaxNode> items;  // kList
  std::vector<Member> members;    // kObject, in the order of the file
};

struct SyntaxNode::Member {
  std::string name;
  Position position;
  SyntaxNode value;
};

enum class Syntax {
  kText,  // repeated fields: element by element, or as a list
  kJson,  // repeated fields: as a list. lowerCamelCase is allowed
};

// Limits of the parser, so that no input exhausts the stack or the memory.
inline constexpr int kMaxSyntaxDepth = 32;
inline constexpr int kMaxSyntaxNodes = 1 << 18;

}  // namespace baton::config

#endif  // BATON_CONFIG_SYNTAX_SYNTAX_NODE_H_
