// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/wire/retry_budget_codec.h"

#include <algorithm>

#include "baton/core/wire/wire_dictionary.h"
#include "baton/core/wire/wire_word.h"
#include "baton/core/wire/wire_writer.h"
#include "baton/inbound_grant.h"

namespace baton::core {
namespace {

using Kind = RetryBudgetHeader::Kind;
using Reason = RetryBudgetHeader::Reason;

constexpr WireWord<Kind> kKinds[] = {
    {Kind::kRetry, "r"},
    {Kind::kHedge, "h"},
};

constexpr WireWord<Reason> kReasons[] = {
    {Reason::kUnavailable, "unavailable"},
    {Reason::kTimeout, "timeout"},
    {Reason::kThrottled, "throttled"},
    {Reason::kRefused, "refused"},
};

// Collects the members of all values by the rule "smallest grant, largest
// counts".
class Collector {
 public:
  bool Member(absl::string_view key, absl::string_view value) {
    int number = 0;
    if (key == "g") {
      if (!ParseWireNumber(value, kMaxGrant, &number)) return false;
      header_.grant = has_grant_ ? std::min(header_.grant, number) : number;
      has_grant_ = true;
    } else if (key == "n") {
      if (!ParseWireNumber(value, kMaxWireAttempts, &number)) return false;
      header_.attempts_made = std::max(header_.attempts_made, number);
    } else if (key == "h") {
      if (!ParseWireNumber(value, kMaxHops, &number)) return false;
      header_.hop = std::max(header_.hop, number);
    } else if (key == "k") {
      header_.kind = FromWord(kKinds, value, header_.kind);
    } else if (key == "w") {
      header_.reason = FromWord(kReasons, value, header_.reason);
    }
    return true;
  }

  // A value without `g` is no valid header.
  bool complete() const { return has_grant_; }
  const RetryBudgetHeader& header() const { return header_; }

 private:
  RetryBudgetHeader header_;
  bool has_grant_ = false;
};

bool IsDigit(int number) { return 0 <= number && number <= 9; }

// Returns whether the value has no words and only numbers of one digit. Most
// attempts are first attempts, whose headers have none.
bool IsShort(const RetryBudgetHeader& header) {
  static_assert(kMaxGrant == 9 && kMaxWireAttempts == 9 && kMaxHops > 9);
  return header.kind == Kind::kFirst && header.reason == Reason::kUnspecified &&
         IsDigit(header.grant) && IsDigit(header.attempts_made) &&
         IsDigit(header.hop);
}

absl::string_view EncodeShort(const RetryBudgetHeader& header,
                              char (&buffer)[kRetryBudgetBytes]) {
  constexpr absl::string_view kText = "g=0,n=0,h=0";
  static_assert(kText.size() <= kRetryBudgetBytes);
  std::copy(kText.begin(), kText.end(), buffer);
  buffer[2] = static_cast<char>('0' + header.grant);
  buffer[6] = static_cast<char>('0' + header.attempts_made);
  buffer[10] = static_cast<char>('0' + header.hop);
  return absl::string_view(buffer, kText.size());
}

}  // namespace

absl::string_view EncodeRetryBudget(const RetryBudgetHeader& header,
                                    char (&buffer)[kRetryBudgetBytes]) {
  if (IsShort(header)) return EncodeShort(header, buffer);
  WireWriter writer(buffer);
  writer.Number("g", std::clamp(header.grant, 0, kMaxGrant));
  writer.Number("n", std::clamp(header.attempts_made, 0, kMaxWireAttempts));
  writer.Number("h", std::clamp(header.hop, 0, kMaxHops));
  writer.Word("k", WordOf(kKinds, header.kind));
  writer.Word("w", WordOf(kReasons, header.reason));
  return writer.text();
}

DecodedRetryBudget DecodeRetryBudget(
    absl::Span<const absl::string_view> values) {
  if (values.empty()) return {HeaderVerdict::kAbsent, {}};
  Collector collector;
  const bool parsed = ParseWireDictionary(
      values, [&collector](absl::string_view key, absl::string_view value) {
        return collector.Member(key, value);
      });
  if (!parsed || !collector.complete()) return {HeaderVerdict::kMalformed, {}};
  DecodedRetryBudget decoded{HeaderVerdict::kOk, collector.header()};
  if (decoded.header.hop >= kMaxHops) {
    decoded.verdict = HeaderVerdict::kLooped;
    decoded.header.grant = 0;
  }
  return decoded;
}

}  // namespace baton::core
