// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_WIRE_RETRY_ADVICE_CODEC_H_
#define BATON_CORE_WIRE_RETRY_ADVICE_CODEC_H_

#include <cstddef>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "baton/retry_advice.h"

namespace baton::core {

// The trailing metadata key of a server's advice.
inline constexpr absl::string_view kRetryAdviceKey = "retry-advice";

// The longest wait that the grammar allows. The maximum of a policy is lower.
inline constexpr int kMaxAdvisedMs = 999'999'999;

// Returns whether the server rejected the request before it did anything. Even
// a call that is not idempotent may then be sent again. False for a bare r=ok,
// which only means that the server has no objection. False for r=no, and for
// anything with w=ambiguous.
bool SaysNotProcessed(const RetryAdvice& advice);

// Writes the value without heap allocation. The result points into `buffer`.
// Delays are rounded up to whole milliseconds.
inline constexpr std::size_t kRetryAdviceBytes = 48;
absl::string_view EncodeRetryAdvice(const RetryAdvice& advice,
                                    char (&buffer)[kRetryAdviceBytes]);

// Returns the value of gRPC's `grpc-retry-pushback-ms` that the server must
// send with the advice, so that clients without Baton obey as well. Empty:
// none.
std::string NativePushback(const RetryAdvice& advice);

// Parses all values under the key. Returns nullopt if there is none. Several
// values are combined: the strictest verdict, the longest delay and the largest
// use count. If one value does not report its use, the use is unknown. The last
// reason counts, but w=ambiguous overrides any other. A capability counts only
// if every value states it. An invalid value gives r=no with w=malformed, an
// unknown use and no capability. A server that tried to send advice must not
// get a retry because the client did not understand it.
std::optional<RetryAdvice> DecodeRetryAdvice(
    absl::Span<const absl::string_view> values);

}  // namespace baton::core

#endif  // BATON_CORE_WIRE_RETRY_ADVICE_CODEC_H_
