// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/core/wire/pushback_parser.h"
#include "baton/pushback.h"
#include "tests/fuzz/fuzz_input.h"

namespace baton::core {
namespace {

using fuzz::Require;

bool IsNumber(absl::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return c >= '0' && c <= '9';
  });
}

void Check(const fuzz::Values& values) {
  const Pushback pushback = ParsePushback(values);
  Require((pushback.kind == Pushback::Kind::kNone) == values.empty(),
          "none means no value, and nothing else does");
  Require(pushback.delay >= absl::ZeroDuration() &&
              pushback.delay <= absl::Milliseconds(INT32_MAX),
          "the delay is a 32-bit number of milliseconds");
  if (pushback.kind != Pushback::Kind::kAfter) {
    Require(pushback.delay == absl::ZeroDuration(), "only kAfter waits");
  }
  if (!std::all_of(values.begin(), values.end(), IsNumber)) {
    Require(pushback.kind == Pushback::Kind::kNever,
            "anything but digits means never");
  }
  for (const absl::string_view value : values) {
    const Pushback alone = ParsePushback({&value, 1});
    if (alone.kind == Pushback::Kind::kNever) {
      Require(pushback == alone, "a value that forbids outweighs the others");
    } else {
      Require(pushback.kind == Pushback::Kind::kNever ||
                  pushback.delay >= alone.delay,
              "none is hit sooner than any value says");
    }
  }
  fuzz::Values reversed = values;
  std::reverse(reversed.begin(), reversed.end());
  Require(ParsePushback(reversed) == pushback, "order does not matter");
}

}  // namespace
}  // namespace baton::core

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  baton::core::Check(baton::fuzz::ValuesOf(baton::fuzz::TextOf(data, size)));
  return 0;
}
