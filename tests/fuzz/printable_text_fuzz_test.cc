// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "baton/core/report/printable_text.h"
#include "tests/fuzz/fuzz_input.h"

namespace baton::core {
namespace {

using fuzz::Require;

// A UTF-8 decoder that shares nothing with the code under test. Follows table
// 3-7 of the Unicode standard. Returns the length of the first character, or 0.
std::size_t LengthOfFirst(absl::string_view text) {
  const auto at = [&](std::size_t i) -> int {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : -1;
  };
  const auto in = [&](std::size_t i, int low, int high) {
    return at(i) >= low && at(i) <= high;
  };
  const auto tail = [&](std::size_t i) { return in(i, 0x80, 0xbf); };
  if (in(0, 0x00, 0x7f)) return 1;
  if (in(0, 0xc2, 0xdf) && tail(1)) return 2;
  const bool three =
      (at(0) == 0xe0 && in(1, 0xa0, 0xbf)) || (in(0, 0xe1, 0xec) && tail(1)) ||
      (at(0) == 0xed && in(1, 0x80, 0x9f)) || (in(0, 0xee, 0xef) && tail(1));
  if (three && tail(2)) return 3;
  const bool four = (at(0) == 0xf0 && in(1, 0x90, 0xbf)) ||
                    (in(0, 0xf1, 0xf3) && tail(1)) ||
                    (at(0) == 0xf4 && in(1, 0x80, 0x8f));
  return four && tail(2) && tail(3) ? 4 : 0;
}

bool IsControl(absl::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return first < 0x20 || first == 0x7f;
  return (character.size() == 2 && first == 0xc2 &&
          static_cast<unsigned char>(character[1]) < 0xa0) ||
         character == "\xe2\x80\xa8" || character == "\xe2\x80\xa9";
}

bool IsGood(absl::string_view text) {
  while (!text.empty()) {
    const std::size_t length = LengthOfFirst(text);
    if (length == 0 || IsControl(text.substr(0, length))) return false;
    text.remove_prefix(length);
  }
  return true;
}

void Check(absl::string_view text, std::size_t max_bytes) {
  const std::string printable = PrintableText(text, max_bytes);
  Require(IsGood(printable), "the output is UTF-8 without control characters");
  Require(printable.size() <= max_bytes, "the output is bounded");
  Require(PrintableText(printable, max_bytes) == printable,
          "printable text is unchanged");
  Require(IsPrintableText(text) == IsGood(text), "both decoders agree");
  if (IsGood(text) && text.size() <= max_bytes) {
    Require(printable == text, "good text is unchanged");
  }
  const absl::string_view beginning = BeginningOf(text, max_bytes);
  Require(beginning == text.substr(0, beginning.size()), "it is the beginning");
  Require(beginning.size() <= max_bytes, "the beginning is bounded");
  Require(text.size() <= max_bytes || beginning.size() + 4 > max_bytes,
          "the beginning is as long as possible");
  Require(!IsGood(text) || IsGood(beginning), "no character is cut");
  // An escape sequence has at most four bytes, like a character.
  if (text.size() > max_bytes) {
    Require(printable.size() + 4 > max_bytes, "the cut is as late as possible");
  }
}

}  // namespace
}  // namespace baton::core

// The first byte is the limit. The rest is the text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size == 0) return 0;
  const absl::string_view text = baton::fuzz::TextOf(data + 1, size - 1);
  baton::core::Check(text, data[0]);
  baton::core::Check(text, 4 * size);
  return 0;
}
