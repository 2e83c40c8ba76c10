// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "baton/core/wire/retry_budget_codec.h"
#include "baton/inbound_grant.h"
#include "baton/retry_budget_header.h"
#include "tests/fuzz/fuzz_input.h"

namespace baton::core {
namespace {

using fuzz::Require;

// Returns the smallest grant in any piece of the input, or -1.
int SmallestGrant(const fuzz::Values& values) {
  int smallest = -1;
  for (const absl::string_view piece : fuzz::Pieces(values)) {
    if (piece.size() != 3 || piece.substr(0, 2) != "g=") continue;
    if (piece[2] < '0' || piece[2] > '9') continue;
    const int grant = piece[2] - '0';
    smallest = smallest < 0 ? grant : std::min(smallest, grant);
  }
  return smallest;
}

void CheckDecoding(const fuzz::Values& values) {
  const DecodedRetryBudget decoded = DecodeRetryBudget(values);
  const RetryBudgetHeader& header = decoded.header;
  Require((decoded.verdict == HeaderVerdict::kAbsent) == values.empty(),
          "absent means no value, and nothing else does");
  Require(header.grant >= 0 && header.grant <= kMaxGrant, "0 <= g <= 9");
  Require(header.attempts_made >= 0 && header.attempts_made <= kMaxWireAttempts,
          "0 <= n <= 9");
  Require(header.hop >= 0 && header.hop <= kMaxHops, "0 <= h <= 15");
  if (decoded.verdict == HeaderVerdict::kMalformed) {
    Require(header == RetryBudgetHeader(), "half a value is no value");
  }
  if (decoded.verdict != HeaderVerdict::kOk) {
    Require(header.grant == 0, "only a good header grants anything");
    return;
  }
  Require(header.grant <= SmallestGrant(values),
          "nothing grants more than the smallest g= in it");
  Require(header.hop < kMaxHops, "fifteen hops are a loop");
}

void CheckRoundTrip(const RetryBudgetHeader& header) {
  char buffer[kRetryBudgetBytes];
  const absl::string_view encoded = EncodeRetryBudget(header, buffer);
  const DecodedRetryBudget decoded = DecodeRetryBudget({&encoded, 1});
  Require(decoded.verdict == HeaderVerdict::kOk ||
              decoded.verdict == HeaderVerdict::kLooped,
          "the parser reads what the writer writes");
  RetryBudgetHeader expected = header;
  expected.hop = std::clamp(header.hop, 0, kMaxHops);
  expected.attempts_made =
      std::clamp(header.attempts_made, 0, kMaxWireAttempts);
  expected.grant =
      expected.hop == kMaxHops ? 0 : std::clamp(header.grant, 0, kMaxGrant);
  Require(decoded.header == expected, "decode(encode(x)) == x within bounds");
}

// Makes the fields of a header from any bytes, including values out of range.
RetryBudgetHeader HeaderOf(const std::uint8_t* data) {
  RetryBudgetHeader header;
  header.grant = static_cast<std::int8_t>(data[0]);
  header.attempts_made = static_cast<std::int8_t>(data[1]);
  header.hop = static_cast<std::int8_t>(data[2]);
  header.kind = static_cast<RetryBudgetHeader::Kind>(data[3] % 3);
  header.reason = static_cast<RetryBudgetHeader::Reason>(data[4] % 5);
  return header;
}

}  // namespace
}  // namespace baton::core

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  baton::core::CheckDecoding(
      baton::fuzz::ValuesOf(baton::fuzz::TextOf(data, size)));
  if (size >= 5) baton::core::CheckRoundTrip(baton::core::HeaderOf(data));
  return 0;
}
