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

// What the fuzzers of metadata values have in common.
namespace baton::fuzz {

using Values = std::vector<absl::string_view>;

// The values of one metadata key: a line is a value, for that is the one byte
// that HTTP/2 never lets into one. No input is no value.
inline Values ValuesOf(absl::string_view input) {
  if (input.empty()) return {};
  return absl::StrSplit(input, '\n');
}

inline absl::string_view TextOf(const std::uint8_t* data, std::size_t size) {
  return absl::string_view(reinterpret_cast<const char*>(data), size);
}

// Everything between separators of any kind, however malformed around it: a
// reading that errs on the side of seeing too much.
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

// Is `claim` true? The fuzzer keeps the input for which one is not.
inline void Require(bool holds, const char* claim) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", claim);
  std::abort();
}

}  // namespace baton::fuzz

#endif  // BATON_TESTS_FUZZ_FUZZ_INPUT_H_
