// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_WIRE_WIRE_WRITER_H_
#define BATON_CORE_WIRE_WIRE_WRITER_H_

#include <cstddef>

#include "absl/strings/string_view.h"

namespace baton::core {

// Writes a wire dictionary into a buffer of the caller's. The codecs size
// their buffers for the longest value they can produce; what would not fit is
// left out, never written past the end.
class WireWriter {
 public:
  template <std::size_t kSize>
  explicit WireWriter(char (&buffer)[kSize])
      : begin_(buffer), end_(buffer + kSize), next_(buffer) {}

  // `number` must not be negative.
  void Number(absl::string_view key, int number);
  // Nothing is written for an empty word.
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
