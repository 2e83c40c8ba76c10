// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_RETRY_BUDGET_HEADER_H_
#define BATON_CORE_RETRY_BUDGET_HEADER_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace baton::core {

// The request metadata key of the grant.
inline constexpr absl::string_view kRetryBudgetKey = "retry-budget";

// Bounds of the grammar. Small numbers keep the value short and let HPACK index
// the few values that occur.
inline constexpr int kMaxGrant = 9;
inline constexpr int kMaxWireAttempts = 9;
inline constexpr int kMaxHops = 15;

// The data about one attempt that a client sends in `retry-budget:
// g=2,n=0,h=1`.
struct RetryBudgetHeader {
  // The kind of this attempt. Not written for the first attempt.
  enum class Kind { kFirst, kRetry, kHedge };
  // The failure of the attempt before this one. For diagnosis only: nothing
  // depends on it.
  enum class Why { kUnsaid, kUnavailable, kTimeout, kThrottled, kRefused };

  // Extra attempts that the callee and all its callees may still cause.
  int grant = 0;
  // Attempts that the sender has already made for this call.
  int attempts_made = 0;
  // Hops from the edge that created the grant.
  int hop = 0;
  Kind kind = Kind::kFirst;
  Why why = Why::kUnsaid;

  friend bool operator==(const RetryBudgetHeader& a,
                         const RetryBudgetHeader& b) {
    return a.grant == b.grant && a.attempts_made == b.attempts_made &&
           a.hop == b.hop && a.kind == b.kind && a.why == b.why;
  }
};

// Writes the value without heap allocation.
//
//   char buffer[kRetryBudgetBytes];
//   metadata->emplace(kRetryBudgetKey, EncodeRetryBudget(header, buffer));
//
// A field out of bounds is written as the nearest bound. The result points into
// `buffer`.
inline constexpr std::size_t kRetryBudgetBytes = 40;
absl::string_view EncodeRetryBudget(const RetryBudgetHeader& header,
                                    char (&buffer)[kRetryBudgetBytes]);

enum class HeaderVerdict {
  kOk,
  kAbsent,     // no value: the ListenerOptions of the receiver apply
  kMalformed,  // violates the grammar or a bound: grant 0
  kLooped,     // has made kMaxHops hops: grant 0
};

struct DecodedRetryBudget {
  HeaderVerdict verdict = HeaderVerdict::kAbsent;
  // All zero unless the verdict is kOk or kLooped.
  RetryBudgetHeader header;
};

// Parses all values under the key. If a member occurs more than once, the
// smallest grant and the largest counts apply. This happens with several
// values, and with values that a proxy has joined. Unknown keys are ignored.
// The grant is never larger than a well-formed value in the input.
DecodedRetryBudget DecodeRetryBudget(
    absl::Span<const absl::string_view> values);

absl::string_view ToString(HeaderVerdict verdict);

}  // namespace baton::core

#endif  // BATON_CORE_RETRY_BUDGET_HEADER_H_
