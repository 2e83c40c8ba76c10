// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_WIRE_RETRY_BUDGET_CODEC_H_
#define BATON_CORE_WIRE_RETRY_BUDGET_CODEC_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "baton/inbound_grant.h"
#include "baton/retry_budget_header.h"

namespace baton::core {

// The request metadata key of the grant.
inline constexpr absl::string_view kRetryBudgetKey = "retry-budget";

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

}  // namespace baton::core

#endif  // BATON_CORE_WIRE_RETRY_BUDGET_CODEC_H_
