// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_WIRE_RETRY_ADVICE_H_
#define BATON_CORE_WIRE_RETRY_ADVICE_H_

#include <cstddef>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "baton/retry_advice.h"

namespace baton::core {

// The trailing metadata key that a server's advice travels under.
inline constexpr absl::string_view kRetryAdviceKey = "retry-advice";

// The longest wait the grammar can say; the policy's maximum is lower.
inline constexpr int kMaxAdvisedMs = 999'999'999;

// Does the advice say that the server turned the request away before it did
// anything, so that even a call that is not idempotent may be sent again? A
// bare r=ok does not: it is what a server says that has merely no objection.
// Nor does anything with w=ambiguous.
bool SaysNotProcessed(const RetryAdvice& advice);

// Writes the value, without touching the heap; the result points into
// `buffer`. Delays are rounded up to whole milliseconds.
inline constexpr std::size_t kRetryAdviceBytes = 48;
absl::string_view EncodeRetryAdvice(const RetryAdvice& advice,
                                    char (&buffer)[kRetryAdviceBytes]);

// What the server must set in gRPC's own `grpc-retry-pushback-ms` beside the
// advice, so that clients without Baton obey as well; empty if nothing.
std::string NativePushback(const RetryAdvice& advice);

// Reads all values found under the key; none is nullopt. Of several the
// strictest verdict, the longest delay and the largest use are taken, where a
// value that does not say its use makes it unknown; and the last reason, but
// w=ambiguous before any other. A value that cannot be read is r=no with
// w=malformed and an unknown use: a server that tried to say something about
// retries is not to be hit again because we did not understand it.
std::optional<RetryAdvice> DecodeRetryAdvice(
    absl::Span<const absl::string_view> values);

}  // namespace baton::core

#endif  // BATON_CORE_WIRE_RETRY_ADVICE_H_
