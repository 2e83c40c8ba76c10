// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RETRY_ADVICE_H_
#define BATON_RETRY_ADVICE_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace baton {

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

// The words of the wire: "no", "overload", ...; "" for kUnsaid.
absl::string_view ToString(RetryAdvice::Verdict verdict);
absl::string_view ToString(RetryAdvice::Why why);

}  // namespace baton

#endif  // BATON_RETRY_ADVICE_H_
