// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_IDEMPOTENCY_REPLAY_OPTIONS_H_
#define BATON_IDEMPOTENCY_REPLAY_OPTIONS_H_

#include "baton/base/export.h"

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace BATON_EXPORT baton {

// The treatment of a repeated request if the outcome of the first request is
// unknown: its handler ended with a code such as UNAVAILABLE, or its process
// ended.
enum class OutcomeUnknown {
  // Rejects the repetition with FAILED_PRECONDITION and the ErrorInfo reason
  // OUTCOME_UNKNOWN.
  kRefuse,
  // Runs the handler again. Only for handlers that recognize a repetition
  // themselves.
  kRunAgain,
};

// The treatment of a request if the replay store fails.
enum class StoreFailure {
  // Runs the handlers of read-only methods, and rejects other requests.
  kServeReads,
  // Runs the handler. A repetition may then run twice.
  kServe,
  // Rejects the request with UNAVAILABLE.
  kReject,
};

// How a server treats the idempotency keys of a method. A value.
struct ReplayOptions {
  // How long the store keeps an answer. At least as long as any client retries.
  // Positive, finite.
  absl::Duration keep_for = absl::Minutes(10);
  // The treatment of a repeated request if the outcome of the first is unknown.
  OutcomeUnknown outcome_unknown = OutcomeUnknown::kRefuse;
  // The treatment of a request if the store fails.
  StoreFailure store_failure = StoreFailure::kServeReads;
};

// The effect of the idempotency key of a request.
enum class ReplayResult {
  kNone,          // the request has no key, or the server no store
  kRan,           // the first request with its key: the handler ran
  kRanAgain,      // the outcome was unknown, and the handler ran again
  kReplayed,      // the stored answer
  kUnknown,       // rejected: the outcome is unknown
  kOtherRequest,  // rejected: the key belongs to another request
  kInvalidKey,    // rejected: the key is invalid
  kStoreFull,     // rejected: no room for the key
  kTooManyWait,   // rejected: too many repetitions wait for the first request
  kWaitTimedOut,  // rejected: the first request ran longer than the deadline
  kStoreFailed,   // rejected: the store failed
  kRanUnguarded,  // the store failed, and the handler ran without it
};

// Returns the word on spans, such as "replayed".
absl::string_view ToString(ReplayResult result);

}  // namespace baton

#endif  // BATON_IDEMPOTENCY_REPLAY_OPTIONS_H_
