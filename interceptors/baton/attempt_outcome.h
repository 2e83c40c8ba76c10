// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_ATTEMPT_OUTCOME_H_
#define BATON_ATTEMPT_OUTCOME_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/pushback.h"
#include "baton/retry_advice.h"

namespace baton {

// Who or what ended an attempt. The same code means different things: a
// DEADLINE_EXCEEDED that a server answered is its own affair, one of our own
// limit is a reason to try elsewhere.
enum class AttemptOrigin {
  kServer,        // the server answered with this status
  kNoAnswer,      // our own stack made the status up: connection, HTTP, codec
  kAttemptLimit,  // the attempt's own time limit, with time left for the call
  kCallDeadline,  // the call's deadline
  kCancelled,     // the application, or the request that this call is part of
};

// How an attempt ended: all that any decision about the next one is based on.
struct AttemptOutcome {
  absl::StatusCode code = absl::StatusCode::kOk;
  AttemptOrigin origin = AttemptOrigin::kServer;
  // The request certainly had no effect, whatever the code: no connection was
  // made, the stream was refused, a GOAWAY named an earlier one as the last.
  bool provably_not_processed = false;
  // It did not even leave this process, since there was no connection. Goes
  // together with `provably_not_processed`.
  bool never_sent = false;
  Pushback pushback;
  // Absent if no advice came.
  std::optional<RetryAdvice> advice;
  // From `google.rpc.RetryInfo` and `google.rpc.ErrorInfo` in the status
  // details, if they were there.
  std::optional<absl::Duration> retry_info_delay;
  std::string error_reason;
};

// The longest wait that the server asked for by any of its three means, or
// nullopt if by none.
std::optional<absl::Duration> DemandedWait(const AttemptOutcome& outcome);

// Can a second copy of the request do no harm, whatever the method does? True
// if the first provably was not processed, by our own evidence or because the
// server says so.
bool CertainlyNotProcessed(const AttemptOutcome& outcome);

// "server", "no_answer", "attempt_limit", "call_deadline", "cancelled".
absl::string_view ToString(AttemptOrigin origin);

}  // namespace baton

#endif  // BATON_ATTEMPT_OUTCOME_H_
