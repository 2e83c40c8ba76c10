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

// The request metadata key of the header that carries the grant.
inline constexpr absl::string_view kRetryBudgetKey = "retry-budget";

// Writes the header into `buffer` without heap allocation.
//
//   char buffer[kRetryBudgetBytes];
//   metadata->emplace(kRetryBudgetKey, EncodeRetryBudget(header, buffer));
//
// If a field is out of its range, the function writes the nearest allowed
// value. The result points into `buffer`.
inline constexpr std::size_t kRetryBudgetBytes = 40;
absl::string_view EncodeRetryBudget(const RetryBudgetHeader& header,
                                    char (&buffer)[kRetryBudgetBytes]);

struct DecodedRetryBudget {
  HeaderVerdict verdict = HeaderVerdict::kAbsent;
  // All zero, unless the verdict is kOk or kLooped. With kLooped the grant is
  // 0.
  RetryBudgetHeader header;
};

// Parses all values under the metadata key. A value is a list of fields of the
// form `key=value`. A field may occur more than once: in several values, or in
// one value that a proxy has joined. The smallest grant then applies, and the
// largest number of attempts and of hops. Fields with an unknown key are
// ignored. The result never has a larger grant than any grant in the input.
DecodedRetryBudget DecodeRetryBudget(
    absl::Span<const absl::string_view> values);

}  // namespace baton::core

#endif  // BATON_CORE_WIRE_RETRY_BUDGET_CODEC_H_
