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

// The longest wait that the grammar allows, in milliseconds. A client also
// shortens the wait to the `max_pushback` of its policy.
inline constexpr int kMaxAdvisedMs = 999'999'999;

// Returns whether this advice proves that the server did not process the
// request. A client may then send the call again even if its method is not
// idempotent.
//
// Returns true for r=after, and for r=ok with a reason that means a rejection,
// such as w=overload. Returns false for r=ok without a reason, which only means
// that the server has no objection. Returns false for r=no, and for any advice
// with w=ambiguous.
bool SaysNotProcessed(const RetryAdvice& advice);

// The pushback beside "r=no,s=server", for clients without Baton. They cannot
// know the scope. Their retry usually reaches another server, and reaches this
// one at the earliest after this time.
inline constexpr absl::Duration kServerScopePushback = absl::Seconds(1);

// Writes the advice into `buffer` without heap allocation. The result points
// into `buffer`. Delays are rounded up to whole milliseconds.
inline constexpr std::size_t kRetryAdviceBytes = 48;
absl::string_view EncodeRetryAdvice(const RetryAdvice& advice,
                                    char (&buffer)[kRetryAdviceBytes]);

// Returns the value of gRPC's `grpc-retry-pushback-ms` with the same meaning as
// the advice. A server sends it too, so that clients without Baton follow the
// advice. Returns "" if the server need not send it.
std::string NativePushback(const RetryAdvice& advice);

// Parses all values under the key. retry_advice.h explains the fields. Returns
// nullopt if there is no value. Several values are combined: the strictest
// verdict, the longest delay and the largest number of used attempts. If one
// value does not report this number, it is unknown. The last reason counts, but
// w=ambiguous overrides any other. The widest scope counts, and a value without
// one speaks of the request. The result has a capability only if every
// value has it. An invalid value gives r=no with w=malformed, an unknown number
// and no capability: if a client cannot understand advice, it must not retry.
std::optional<RetryAdvice> DecodeRetryAdvice(
    absl::Span<const absl::string_view> values);

}  // namespace baton::core

#endif  // BATON_CORE_WIRE_RETRY_ADVICE_CODEC_H_
