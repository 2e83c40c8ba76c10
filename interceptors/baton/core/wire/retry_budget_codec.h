// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_WIRE_RETRY_BUDGET_HEADER_H_
#define BATON_CORE_WIRE_RETRY_BUDGET_HEADER_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "baton/inbound_grant.h"
#include "baton/retry_budget_header.h"

namespace baton::core {

// The request metadata key that permission to retry travels under.
inline constexpr absl::string_view kRetryBudgetKey = "retry-budget";

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

}  // namespace baton::core

#endif  // BATON_CORE_WIRE_RETRY_BUDGET_HEADER_H_
