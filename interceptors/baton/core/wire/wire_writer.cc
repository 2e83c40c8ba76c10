// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/wire/wire_writer.h"

#include <cassert>
#include <charconv>
#include <cstring>

namespace baton::core {

void WireWriter::Number(absl::string_view key, int number) {
  assert(number >= 0);
  char digits[16];
  const std::to_chars_result result =
      std::to_chars(digits, digits + sizeof(digits), number);
  Word(key, absl::string_view(digits,
                              static_cast<std::size_t>(result.ptr - digits)));
}

void WireWriter::Word(absl::string_view key, absl::string_view word) {
  if (word.empty()) return;
  const bool first = next_ == begin_;
  const std::size_t size = (first ? 0 : 1) + key.size() + 1 + word.size();
  if (size > static_cast<std::size_t>(end_ - next_)) return;
  if (!first) *next_++ = ',';
  std::memcpy(next_, key.data(), key.size());
  next_ += key.size();
  *next_++ = '=';
  std::memcpy(next_, word.data(), word.size());
  next_ += word.size();
}

}  // namespace baton::core
