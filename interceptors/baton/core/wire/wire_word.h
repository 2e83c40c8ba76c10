// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_WIRE_WIRE_WORD_H_
#define BATON_CORE_WIRE_WIRE_WORD_H_

#include <cstddef>

#include "absl/strings/string_view.h"

namespace baton::core {

// An enumerator and the word that represents it in metadata.
template <typename Enum>
struct WireWord {
  Enum value;
  absl::string_view word;
};

// Returns the word of `value`, or "" if the table has none.
template <typename Enum, std::size_t kSize>
constexpr absl::string_view WordOf(const WireWord<Enum> (&table)[kSize],
                                   Enum value) {
  for (const WireWord<Enum>& row : table) {
    if (row.value == value) return row.word;
  }
  return absl::string_view();
}

// Returns the enumerator with the spelling `word`. Returns `otherwise` if no
// row of the table has this spelling.
template <typename Enum, std::size_t kSize>
constexpr Enum FromWord(const WireWord<Enum> (&table)[kSize],
                        absl::string_view word, Enum otherwise) {
  for (const WireWord<Enum>& row : table) {
    if (row.word == word) return row.value;
  }
  return otherwise;
}

// Returns the value whose ToString() is `word`. Returns `otherwise` if there is
// none.
template <typename Enum, std::size_t kSize>
Enum FromWord(const Enum (&values)[kSize], absl::string_view word,
              Enum otherwise) {
  for (const Enum value : values) {
    if (ToString(value) == word) return value;
  }
  return otherwise;
}

}  // namespace baton::core

#endif  // BATON_CORE_WIRE_WIRE_WORD_H_
