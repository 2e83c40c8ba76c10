// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_SYNTAX_SYNTAX_NODE_H_
#define BATON_CONFIG_SYNTAX_SYNTAX_NODE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "baton/config/syntax/diagnostics.h"

namespace baton::config {

// What a file says before anything is made of it; the common form of text
// format and JSON. Keeping it apart from its meaning is what lets all errors
// of a file be reported at once, each with its place: protobuf's own parsers
// stop at the first.
struct SyntaxNode {
  struct Member;

  enum class Kind {
    kNull,
    kWord,    // true, OBSERVE, inf
    kNumber,  // as written
    kString,  // without its quotes and escapes
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
  kText,  // repeated fields come one by one or as a list
  kJson,  // as a list; names may be written in lowerCamelCase
};

// Bounds of what is parsed at all, so that no input exhausts the stack or the
// memory.
inline constexpr int kMaxSyntaxDepth = 32;
inline constexpr int kMaxSyntaxNodes = 1 << 18;

}  // namespace baton::config

#endif  // BATON_CONFIG_SYNTAX_SYNTAX_NODE_H_
