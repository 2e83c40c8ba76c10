// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_WIRE_WIRE_WRITER_H_
#define BATON_CORE_WIRE_WIRE_WRITER_H_

#include <cstddef>

#include "absl/strings/string_view.h"

namespace baton::core {

// Writes a wire dictionary into a buffer of the caller. The codecs size their
// buffers for the longest possible value. A member that does not fit is
// omitted, and nothing is written past the end.
class WireWriter {
 public:
  template <std::size_t kSize>
  explicit WireWriter(char (&buffer)[kSize])
      : begin_(buffer), end_(buffer + kSize), next_(buffer) {}

  // Writes a member with a number, which must not be negative.
  void Number(absl::string_view key, int number);
  // Writes a member with a word. Writes nothing for an empty word.
  void Word(absl::string_view key, absl::string_view word);

  absl::string_view text() const {
    return absl::string_view(begin_, static_cast<std::size_t>(next_ - begin_));
  }

 private:
  char* const begin_;
  char* const end_;
  char* next_;
};

}  // namespace baton::core

#endif  // BATON_CORE_WIRE_WIRE_WRITER_H_
