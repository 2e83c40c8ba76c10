// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/wire/pushback_parser.h"

#include <algorithm>
#include <cstdint>

namespace baton::core {
namespace {

constexpr int kMaxDigits = 10;  // digits of INT32_MAX

bool ParseMilliseconds(absl::string_view text, int32_t* out) {
  // Accepts digits only. A sign, a space, a fraction or a unit makes the value
  // invalid. A minus sign therefore also results in kNever, as A6 requires.
  if (text.empty() || text.size() > kMaxDigits) return false;
  int64_t value = 0;
  for (char c : text) {
    if (c < '0' || c > '9') return false;
    value = value * 10 + (c - '0');
  }
  if (value > INT32_MAX) return false;
  *out = static_cast<int32_t>(value);
  return true;
}

}  // namespace

Pushback ParsePushback(absl::Span<const absl::string_view> values) {
  Pushback strictest = Pushback::None();
  for (absl::string_view value : values) {
    int32_t ms = 0;
    if (!ParseMilliseconds(value, &ms)) return Pushback::Never();
    strictest = Pushback::After(
        std::max(strictest.delay, absl::Duration(absl::Milliseconds(ms))));
  }
  return strictest;
}

}  // namespace baton::core
