// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_WIRE_RETRY_BUDGET_HEADER_H_
#define BATON_CORE_WIRE_RETRY_BUDGET_HEADER_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace baton::core {

// The request metadata key that permission to retry travels under.
inline constexpr absl::string_view kRetryBudgetKey = "retry-budget";

// Bounds of the grammar. Single digits keep the value small and let HPACK
// index the few that occur.
inline constexpr int kMaxGrant = 9;
inline constexpr int kMaxWireAttempts = 9;
inline constexpr int kMaxHops = 15;

// What a client says of one attempt in `retry-budget: g=2,n=0,h=1`.
struct RetryBudgetHeader {
  // Why this attempt exists. Only said of attempts after the first.
  enum class Kind { kFirst, kRetry, kHedge };
  // Why the attempt before it failed. Diagnostic; nothing is decided by it.
  enum class Why { kUnsaid, kUnavailable, kTimeout, kThrottled, kRefused };

  // Extra attempts that the callee and its whole subtree may still create.
  int grant = 0;
  // Attempts that the sender has already made for this logical call.
  int attempts_made = 0;
  // Hops from the edge that minted the grant.
  int hop = 0;
  Kind kind = Kind::kFirst;
  Why why = Why::kUnsaid;

  friend bool operator==(const RetryBudgetHeader& a,
                         const RetryBudgetHeader& b) {
    return a.grant == b.grant && a.attempts_made == b.attempts_made &&
           a.hop == b.hop && a.kind == b.kind && a.why == b.why;
  }
};

// Writes the value, without touching the heap.
//
//   char buffer[kRetryBudgetBytes];
//   metadata->emplace(kRetryBudgetKey, EncodeRetryBudget(header, buffer));
//
// Fields beyond their bounds are written as the nearest bound. The result
// points into `buffer`.
inline constexpr std::size_t kRetryBudgetBytes = 40;
absl::string_view EncodeRetryBudget(const RetryBudgetHeader& header,
                                    char (&buffer)[kRetryBudgetBytes]);

enum class HeaderVerdict {
  kOk,
  kAbsent,     // no value: the receiver decides by its listener's rules
  kMalformed,  // breaks the grammar or a bound: grant 0
  kLooped,     // has travelled kMaxHops hops: grant 0
};

struct DecodedRetryBudget {
  HeaderVerdict verdict = HeaderVerdict::kAbsent;
  // All zero unless the verdict is kOk or kLooped.
  RetryBudgetHeader header;
};

// Reads all values found under the key. Where a member comes more than once
// (several values, or values that a proxy has joined), the smallest grant and
// the largest counts are taken. Unknown keys are ignored. No input raises the
// grant above what a well-formed value in it said.
DecodedRetryBudget DecodeRetryBudget(
    absl::Span<const absl::string_view> values);

absl::string_view ToString(HeaderVerdict verdict);

}  // namespace baton::core

#endif  // BATON_CORE_WIRE_RETRY_BUDGET_HEADER_H_
