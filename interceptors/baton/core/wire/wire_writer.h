// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_WIRE_WIRE_WRITER_H_
#define BATON_CORE_WIRE_WIRE_WRITER_H_

#include <cstddef>

#include "absl/strings/string_view.h"

namespace baton::core {

// Writes a dictionary (see wire_dictionary.h) into a buffer of the caller. The
// codecs make their buffers large enough for the longest possible value. If a
// member does not fit, the writer omits it and writes nothing past the end.
class WireWriter {
 public:
  template <std::size_t kSize>
  explicit WireWriter(char (&buffer)[kSize])
      : begin_(buffer), end_(buffer + kSize), next_(buffer) {}

  // Writes a member with a number. The number must not be negative.
  void Number(absl::string_view key, int number);
  // Writes a member with a word. If the word is empty, writes nothing.
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
