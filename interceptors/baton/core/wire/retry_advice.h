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

namespace baton::core {

// The trailing metadata key that a server's advice travels under.
inline constexpr absl::string_view kRetryAdviceKey = "retry-advice";

// The longest wait the grammar can say; the policy's maximum is lower.
inline constexpr int kMaxAdvisedMs = 999'999'999;

// What a server says about sending the request again, in
// `retry-advice: r=no,w=exhausted,u=2`.
struct RetryAdvice {
  enum class Verdict {
    kOk,     // no objection
    kAfter,  // again after `delay`; the request was not processed
    kNo,     // not again, by anybody above either
  };
  enum class Why {
    kUnsaid,
    kOverload,   // the server has too much to do
    kExhausted,  // the layer that owned the retries has used them up
    kGrant,      // it was not allowed to retry
    kThrottled,  // this caller sends too much
    kExpired,    // the deadline left no time for it
    kAmbiguous,  // the effect may have happened
    kApp,        // the application said so
    kMalformed,  // never sent: stands for a value that could not be read
  };

  Verdict verdict = Verdict::kOk;
  Why why = Why::kUnsaid;
  // Zero unless the verdict is kAfter.
  absl::Duration delay = absl::ZeroDuration();
  // Extra attempts that were made below this server for this request. Not
  // known if the value did not say: to be taken for all that was granted.
  std::optional<int> used;

  friend bool operator==(const RetryAdvice& a, const RetryAdvice& b) {
    return a.verdict == b.verdict && a.why == b.why && a.delay == b.delay &&
           a.used == b.used;
  }
};

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

// The words of the wire: "no", "overload", ...; "" for kUnsaid.
absl::string_view ToString(RetryAdvice::Verdict verdict);
absl::string_view ToString(RetryAdvice::Why why);

}  // namespace baton::core

#endif  // BATON_CORE_WIRE_RETRY_ADVICE_H_
