// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/report/printable_text.h"

#include <algorithm>
#include <cstdint>

namespace baton::core {
namespace {

constexpr std::uint32_t kLineSeparator = 0x2028;
constexpr std::uint32_t kParagraphSeparator = 0x2029;

bool IsPrintableAscii(char c) { return c >= 0x20 && c < 0x7f; }

// The forms of a character of several bytes in UTF-8.
struct Form {
  std::size_t length;
  unsigned char mask;   // of the bits of the first byte that are fixed
  unsigned char mark;   // the value of these bits
  std::uint32_t least;  // smaller code points have a shorter form
};
constexpr Form kForms[] = {
    {2, 0xe0, 0xc0, 0x80}, {3, 0xf0, 0xe0, 0x800}, {4, 0xf8, 0xf0, 0x10000}};

bool IsPrintable(std::uint32_t code_point) {
  const bool is_c1 = code_point >= 0x80 && code_point < 0xa0;
  const bool is_surrogate = code_point >= 0xd800 && code_point < 0xe000;
  return !is_c1 && !is_surrogate && code_point <= 0x10ffff &&
         code_point != kLineSeparator && code_point != kParagraphSeparator;
}

// Returns the length of the printable character at the start of the text.
// Returns 0 if the text starts with anything else.
std::size_t LengthOfCharacter(absl::string_view text) {
  if (IsPrintableAscii(text[0])) return 1;
  const auto first = static_cast<unsigned char>(text[0]);
  for (const Form& form : kForms) {
    if ((first & form.mask) != form.mark || text.size() < form.length) continue;
    std::uint32_t code_point = first & static_cast<unsigned char>(~form.mask);
    for (const char c : text.substr(1, form.length - 1)) {
      const auto byte = static_cast<unsigned char>(c);
      if ((byte & 0xc0) != 0x80) return 0;
      code_point = (code_point << 6) | (byte & 0x3f);
    }
    return code_point >= form.least && IsPrintable(code_point) ? form.length
                                                               : 0;
  }
  return 0;
}

std::string Escape(char c) {
  switch (c) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      break;
  }
  constexpr char kDigits[] = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 0xf]};
}

}  // namespace

bool IsPrintableText(absl::string_view text) {
  while (!text.empty()) {
    const std::size_t length = LengthOfCharacter(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string PrintableText(absl::string_view text, std::size_t max_bytes) {
  std::string printable;
  printable.reserve(std::min(text.size(), max_bytes));
  while (!text.empty()) {
    const std::size_t length = LengthOfCharacter(text);
    const std::string escaped = length == 0 ? Escape(text[0]) : "";
    const absl::string_view next =
        length == 0 ? absl::string_view(escaped) : text.substr(0, length);
    if (printable.size() + next.size() > max_bytes) break;
    printable.append(next.data(), next.size());
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return printable;
}

absl::string_view BeginningOf(absl::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  // A character has at most three bytes after its first one. More of them are
  // no UTF-8, and can be cut anywhere.
  for (std::size_t back = 0; back <= std::min<std::size_t>(3, max_bytes);
       ++back) {
    const auto next = static_cast<unsigned char>(text[max_bytes - back]);
    if ((next & 0xc0) != 0x80) return text.substr(0, max_bytes - back);
  }
  return text.substr(0, max_bytes);
}

}  // namespace baton::core
