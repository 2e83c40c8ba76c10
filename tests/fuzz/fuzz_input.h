// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_FUZZ_FUZZ_INPUT_H_
#define BATON_TESTS_FUZZ_FUZZ_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

// Functions that the fuzzers of metadata values share.
namespace baton::fuzz {

using Values = std::vector<absl::string_view>;

// Returns the values of one metadata key. Each line is a value, because HTTP/2
// forbids line breaks in values. Empty input has no values.
inline Values ValuesOf(absl::string_view input) {
  if (input.empty()) return {};
  return absl::StrSplit(input, '\n');
}

inline absl::string_view TextOf(const std::uint8_t* data, std::size_t size) {
  return absl::string_view(reinterpret_cast<const char*>(data), size);
}

// Returns everything between separators of any kind, even if the rest is
// malformed. Finds too many pieces rather than too few.
inline Values Pieces(const Values& values) {
  Values pieces;
  for (const absl::string_view value : values) {
    for (const absl::string_view piece :
         absl::StrSplit(value, absl::ByAnyChar(", \t"))) {
      pieces.push_back(piece);
    }
  }
  return pieces;
}

// Aborts if `holds` is false. The fuzzer then keeps the input.
inline void Require(bool holds, const char* claim) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", claim);
  std::abort();
}

}  // namespace baton::fuzz

#endif  // BATON_TESTS_FUZZ_FUZZ_INPUT_H_
