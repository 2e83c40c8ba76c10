// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "baton/core/wire/idempotency_key_parser.h"
#include "baton/idempotency/idempotency_key.h"
#include "tests/fuzz/fuzz_input.h"

namespace baton::core {
namespace {

using fuzz::Require;

bool IsVisible(char c) { return c >= 0x21 && c <= 0x7e; }

void Check(const fuzz::Values& values) {
  const auto parsed = ParseIdempotencyKey(values);
  if (values.empty()) {
    Require(parsed.ok() && !parsed->has_value(), "no value means no key");
    return;
  }
  const absl::string_view first = values[0];
  const bool is_valid = values.size() == 1 && !first.empty() &&
                        first.size() <= kMaxIdempotencyKeyBytes &&
                        std::all_of(first.begin(), first.end(), IsVisible) &&
                        first.find(',') == absl::string_view::npos;
  Require(parsed.ok() == is_valid, "exactly the valid keys are accepted");
  if (parsed.ok()) {
    Require(parsed->has_value() && **parsed == first, "the key is unchanged");
    return;
  }
  Require(parsed.status().code() == absl::StatusCode::kInvalidArgument,
          "an invalid key is the caller's fault");
  // The error depends only on the characters that are not allowed.
  std::string masked(first);
  for (char& c : masked) {
    if (IsVisible(c) && c != ',') c = 'x';
  }
  fuzz::Values others = values;
  others[0] = masked;
  Require(ParseIdempotencyKey(others).status() == parsed.status(),
          "the error does not show the key");
}

}  // namespace
}  // namespace baton::core

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  baton::core::Check(baton::fuzz::ValuesOf(baton::fuzz::TextOf(data, size)));
  return 0;
}
