// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/syntax/text_syntax.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/stubs/common.h"

namespace baton::config {
namespace {

using ::google::protobuf::io::ArrayInputStream;
using ::google::protobuf::io::Tokenizer;

class LexicalErrors : public ::google::protobuf::io::ErrorCollector {
 public:
  explicit LexicalErrors(Diagnostics& diagnostics)
      : diagnostics_(diagnostics) {}

// protobuf 22 renamed this method.
#if GOOGLE_PROTOBUF_VERSION >= 4022000
  void RecordError(int line, int column, absl::string_view message) override {
    Report(line, column, message);
  }
#else
  void AddError(int line, int column, const std::string& message) override {
    Report(line, column, message);
  }
#endif

 private:
  void Report(int line, int column, absl::string_view message) {
    diagnostics_.Error({line + 1, column + 1}, "", message);
  }

  Diagnostics& diagnostics_;
};

class TextParser {
 public:
  TextParser(absl::string_view text, Diagnostics& diagnostics)
      : diagnostics_(diagnostics),
        lexical_errors_(diagnostics),
        stream_(text.data(), static_cast<int>(text.size())),
        tokenizer_(&stream_, &lexical_errors_) {
    // The same settings as in protobuf's parser of text format.
    tokenizer_.set_comment_style(Tokenizer::SH_COMMENT_STYLE);
    tokenizer_.set_allow_f_after_float(true);
    tokenizer_.set_require_space_after_number(false);
    tokenizer_.set_allow_multiline_strings(true);
    tokenizer_.Next();
  }

  SyntaxNode Parse() {
    SyntaxNode root;
    root.kind = SyntaxNode::Kind::kObject;
    root.position = {1, 1};
    ParseMembers("", 0, root);
    return root;
  }

 private:
  Position Here() {
    return {tokenizer_.current().line + 1, tokenizer_.current().column + 1};
  }

  bool At(absl::string_view symbol) {
    return tokenizer_.current().type == Tokenizer::TYPE_SYMBOL &&
           tokenizer_.current().text == symbol;
  }

  bool Skip(absl::string_view symbol) {
    if (!At(symbol)) return false;
    tokenizer_.Next();
    return true;
  }

  bool Fail(absl::string_view expected) {
    const bool end = tokenizer_.current().type == Tokenizer::TYPE_END;
    diagnostics_.Error(
        Here(), "",
        absl::StrCat("expected ", expected, ", got ",
                     end ? "the end of the file" : tokenizer_.current().text));
    return false;
  }

  bool CountNode() {
    if (++nodes_ <= kMaxSyntaxNodes) return true;
    diagnostics_.Error(
        Here(), "",
        absl::StrCat("expected at most ", kMaxSyntaxNodes, " values"));
    return false;
  }

  // Parses up to `end`, which is left to the caller. If `end` is empty, parses
  // to the end of the file.
  bool ParseMembers(absl::string_view end, int depth, SyntaxNode& object) {
    while (end.empty() ? tokenizer_.current().type != Tokenizer::TYPE_END
                       : !At(end)) {
      if (!ParseMember(depth, object)) return false;
    }
    return true;
  }

  bool ParseMember(int depth, SyntaxNode& object) {
    if (tokenizer_.current().type != Tokenizer::TYPE_IDENTIFIER) {
      return Fail("the name of a field");
    }
    // Kept even if its value is incomplete, so that the part before the error
    // is still checked.
    object.members.emplace_back();
    SyntaxNode::Member& member = object.members.back();
    member.name = tokenizer_.current().text;
    member.position = Here();
    tokenizer_.Next();
    const bool colon = Skip(":");
    if (!colon && !At("{") && !At("<") && !At("[")) return Fail("\":\"");
    if (!ParseValue(depth + 1, member.value)) return false;
    if (!Skip(",")) Skip(";");
    return true;
  }

  bool ParseValue(int depth, SyntaxNode& value) {
    if (!CountNode()) return false;
    value.position = Here();
    if (depth > kMaxSyntaxDepth) {
      return Fail(
          absl::StrCat("at most ", kMaxSyntaxDepth, " levels of nesting"));
    }
    if (Skip("{")) return ParseObject("}", depth, value);
    if (Skip("<")) return ParseObject(">", depth, value);
    if (Skip("[")) return ParseList(depth, value);
    return ParseScalar(value);
  }

  bool ParseObject(absl::string_view end, int depth, SyntaxNode& object) {
    object.kind = SyntaxNode::Kind::kObject;
    if (!ParseMembers(end, depth, object)) return false;
    return Skip(end) || Fail(absl::StrCat("\"", end, "\""));
  }

  bool ParseList(int depth, SyntaxNode& list) {
    list.kind = SyntaxNode::Kind::kList;
    if (Skip("]")) return true;
    do {
      list.items.emplace_back();
      if (!ParseValue(depth + 1, list.items.back())) return false;
    } while (Skip(","));
    return Skip("]") || Fail("\",\" or \"]\"");
  }

  bool ParseScalar(SyntaxNode& value) {
    if (tokenizer_.current().type == Tokenizer::TYPE_STRING) {
      value.kind = SyntaxNode::Kind::kString;
      while (tokenizer_.current().type == Tokenizer::TYPE_STRING) {
        Tokenizer::ParseStringAppend(tokenizer_.current().text, &value.text);
        tokenizer_.Next();
      }
      return true;
    }
    const bool minus = Skip("-");
    switch (tokenizer_.current().type) {
      case Tokenizer::TYPE_INTEGER:
      case Tokenizer::TYPE_FLOAT:
        value.kind = SyntaxNode::Kind::kNumber;
        break;
      case Tokenizer::TYPE_IDENTIFIER:
        value.kind =
            minus ? SyntaxNode::Kind::kNumber : SyntaxNode::Kind::kWord;
        break;
      default:
        return Fail("a value");
    }
    value.text = absl::StrCat(minus ? "-" : "", tokenizer_.current().text);
    tokenizer_.Next();
    return true;
  }

  Diagnostics& diagnostics_;
  LexicalErrors lexical_errors_;
  ArrayInputStream stream_;
  Tokenizer tokenizer_;
  int nodes_ = 0;
};

}  // namespace

SyntaxNode ParseTextSyntax(absl::string_view text, Diagnostics& diagnostics) {
  return TextParser(text, diagnostics).Parse();
}

}  // namespace baton::config
