// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>

#include "baton/core/wire/stored_answer_codec.h"
#include "tests/fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  namespace fuzz = baton::fuzz;
  const absl::string_view bytes = fuzz::TextOf(data, size);
  const auto answer = baton::core::DecodeStoredAnswer(bytes);
  if (answer.has_value()) {
    fuzz::Require(baton::core::EncodeStoredAnswer(*answer) == bytes,
                  "an answer has one form");
  }
  return 0;
}
