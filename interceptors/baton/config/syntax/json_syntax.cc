// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/syntax/json_syntax.h"

#include <cstdint>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace baton::config {
namespace {

void AppendUtf8(uint32_t rune, std::string& text) {
  const auto byte = [&text](uint32_t value) {
    text.push_back(static_cast<char>(value));
  };
  const auto tail = [](uint32_t value) { return 0x80 | (value & 0x3f); };
  if (rune < 0x80) {
    byte(rune);
  } else if (rune < 0x800) {
    byte(0xc0 | (rune >> 6)), byte(tail(rune));
  } else if (rune < 0x10000) {
    byte(0xe0 | (rune >> 12)), byte(tail(rune >> 6)), byte(tail(rune));
  } else {
    byte(0xf0 | (rune >> 18)), byte(tail(rune >> 12));
    byte(tail(rune >> 6)), byte(tail(rune));
  }
}

class JsonParser {
 public:
  JsonParser(absl::string_view json, Diagnostics& diagnostics)
      : json_(json), diagnostics_(diagnostics) {}

  SyntaxNode Parse() {
    SyntaxNode root;
    SkipSpace();
    if (ParseValue(0, root)) {
      SkipSpace();
      if (at_ < json_.size()) Fail("the end of the file");
    }
    return root;
  }

 private:
  Position Here() const {
    return {line_, static_cast<int>(at_ - line_start_) + 1};
  }

  char Peek() const { return at_ < json_.size() ? json_[at_] : '\0'; }

  bool Skip(char wanted) {
    if (at_ >= json_.size() || json_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  void SkipSpace() {
    for (; at_ < json_.size(); ++at_) {
      const char c = json_[at_];
      if (c == '\n') {
        ++line_;
        line_start_ = at_ + 1;
      } else if (c != ' ' && c != '\t' && c != '\r') {
        return;
      }
    }
  }

  bool Fail(absl::string_view expected) {
    std::string got = "the end of the file";
    if (at_ < json_.size()) {
      const char c = json_[at_];
      got = absl::ascii_isprint(static_cast<unsigned char>(c))
                ? std::string(1, c)
                : absl::StrCat("byte 0x",
                               absl::Hex(static_cast<unsigned char>(c)));
    }
    return Report(absl::StrCat("expected ", expected, ", got ", got));
  }

  bool Report(absl::string_view message) {
    diagnostics_.Error(Here(), "", message);
    return false;
  }

  bool ParseValue(int depth, SyntaxNode& value) {
    value.position = Here();
    if (++nodes_ > kMaxSyntaxNodes) {
      return Report(
          absl::StrCat("expected at most ", kMaxSyntaxNodes, " values"));
    }
    if (depth > kMaxSyntaxDepth) {
      return Fail(
          absl::StrCat("at most ", kMaxSyntaxDepth, " levels of nesting"));
    }
    switch (Peek()) {
      case '{':
        return ParseObject(depth, value);
      case '[':
        return ParseList(depth, value);
      case '"':
        value.kind = SyntaxNode::Kind::kString;
        return ParseString(value.text);
      case 't':
        return ParseWord("true", SyntaxNode::Kind::kWord, value);
      case 'f':
        return ParseWord("false", SyntaxNode::Kind::kWord, value);
      case 'n':
        return ParseWord("null", SyntaxNode::Kind::kNull, value);
      default:
        return ParseNumber(value);
    }
  }

  bool ParseObject(int depth, SyntaxNode& object) {
    object.kind = SyntaxNode::Kind::kObject;
    ++at_;
    SkipSpace();
    if (Skip('}')) return true;
    do {
      SkipSpace();
      if (Peek() != '"') return Fail("the name of a field, in quotes");
      object.members.emplace_back();
      SyntaxNode::Member& member = object.members.back();
      member.position = Here();
      if (!ParseString(member.name)) return false;
      SkipSpace();
      if (!Skip(':')) return Fail("\":\"");
      SkipSpace();
      if (!ParseValue(depth + 1, member.value)) return false;
      SkipSpace();
    } while (Skip(','));
    return Skip('}') || Fail("\",\" or \"}\"");
  }

  bool ParseList(int depth, SyntaxNode& list) {
    list.kind = SyntaxNode::Kind::kList;
    ++at_;
    SkipSpace();
    if (Skip(']')) return true;
    do {
      SkipSpace();
      list.items.emplace_back();
      if (!ParseValue(depth + 1, list.items.back())) return false;
      SkipSpace();
    } while (Skip(','));
    return Skip(']') || Fail("\",\" or \"]\"");
  }

  bool ParseWord(absl::string_view word, SyntaxNode::Kind kind,
                 SyntaxNode& value) {
    if (!absl::StartsWith(json_.substr(at_), word)) return Fail("a value");
    at_ += word.size();
    value.kind = kind;
    value.text = std::string(word);
    return true;
  }

  bool SkipDigits() {
    const std::size_t start = at_;
    while (absl::ascii_isdigit(static_cast<unsigned char>(Peek()))) ++at_;
    return at_ > start;
  }

  bool ParseNumber(SyntaxNode& value) {
    value.kind = SyntaxNode::Kind::kNumber;
    const std::size_t start = at_;
    const bool minus = Skip('-');
    // No digit may follow a leading zero.
    if (!Skip('0') && !SkipDigits()) return Fail(minus ? "a digit" : "a value");
    if (Skip('.') && !SkipDigits()) return Fail("a digit");
    if (Skip('e') || Skip('E')) {
      if (!Skip('-')) Skip('+');
      if (!SkipDigits()) return Fail("a digit");
    }
    value.text = std::string(json_.substr(start, at_ - start));
    return true;
  }

  bool ParseString(std::string& text) {
    ++at_;
    while (!Skip('"')) {
      if (at_ >= json_.size() ||
          static_cast<unsigned char>(json_[at_]) < 0x20) {
        return Fail("a closing quote");
      }
      if (!Skip('\\')) {
        text.push_back(json_[at_++]);
      } else if (!ParseEscape(text)) {
        return false;
      }
    }
    return true;
  }

  bool ParseEscape(std::string& text) {
    static constexpr absl::string_view kNames = "\"\\/bfnrt";
    static constexpr absl::string_view kValues = "\"\\/\b\f\n\r\t";
    if (Skip('u')) return ParseUnicodeEscape(text);
    const std::size_t index =
        at_ < json_.size() ? kNames.find(json_[at_]) : absl::string_view::npos;
    if (index == absl::string_view::npos) return Fail("an escape");
    ++at_;
    text.push_back(kValues[index]);
    return true;
  }

  bool ParseUnicodeEscape(std::string& text) {
    uint32_t rune = 0;
    if (!ParseHex4(rune)) return false;
    if (rune >= 0xd800 && rune < 0xdc00) {
      uint32_t low = 0;
      if (!Skip('\\') || !Skip('u')) return Fail("the second half of a pair");
      if (!ParseHex4(low)) return false;
      if (low < 0xdc00 || low > 0xdfff) {
        return Report("expected the second half of a surrogate pair");
      }
      rune = 0x10000 + ((rune - 0xd800) << 10) + (low - 0xdc00);
    } else if (rune >= 0xdc00 && rune < 0xe000) {
      return Report("the second half of a surrogate pair has no first");
    }
    AppendUtf8(rune, text);
    return true;
  }

  bool ParseHex4(uint32_t& value) {
    for (int i = 0; i < 4; ++i, ++at_) {
      const auto c = static_cast<unsigned char>(Peek());
      if (!absl::ascii_isxdigit(c)) return Fail("a hexadecimal digit");
      const int digit =
          absl::ascii_isdigit(c) ? c - '0' : absl::ascii_tolower(c) - 'a' + 10;
      value = value * 16 + static_cast<uint32_t>(digit);
    }
    return true;
  }

  absl::string_view json_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  int line_ = 1;
  int nodes_ = 0;
};

}  // namespace

SyntaxNode ParseJsonSyntax(absl::string_view json, Diagnostics& diagnostics) {
  return JsonParser(json, diagnostics).Parse();
}

}  // namespace baton::config
