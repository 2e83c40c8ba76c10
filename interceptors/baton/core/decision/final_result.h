// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_FINAL_RESULT_H_
#define BATON_CORE_DECISION_FINAL_RESULT_H_

#include "absl/status/status.h"
#include "baton/attempt_outcome.h"
#include "baton/classifier.h"

namespace baton::core {

// Returns whether an attempt brought a final result, after which a client would
// not try again: success, or a permanent error from the server itself.
bool HasFinalResult(const AttemptOutcome& outcome, OutcomeClass outcome_class);

// Returns whether a final result also shows that the server works: success, or
// an error that no policy may retry, see IsFinalResponse(). Process budgets and
// retry breakers use this rule. Other codes, such as INTERNAL, may come from a
// server that fails. Whether the policy of a method retries them must not
// decide whether they count as successes.
bool ShowsHealth(const AttemptOutcome& outcome, OutcomeClass outcome_class);

// Returns whether another attempt might succeed after an outcome of this class.
bool IsRetryable(OutcomeClass outcome_class);

// Returns whether an attempt with this outcome counts as a failure for the
// retry breakers. A cancelled attempt shows nothing. Servers that stop also
// cancel their requests, and another server may serve the next attempt. A
// conflict of two clients shows nothing either, nor does a permanent error that
// the server did not send.
bool IsFailureForBreakers(const AttemptOutcome& outcome,
                          OutcomeClass outcome_class);

// Returns whether a response is final for every client: OK, or an error that no
// policy may retry. NOT_FOUND is also final here, although a policy may retry
// it because of replicas that lag behind. CANCELLED and DATA_LOSS are not
// final.
bool IsFinalResponse(absl::StatusCode code);

// Returns whether a client may retry a response with this code, by default or
// because of its policy. NOT_FOUND is final here, too.
bool IsRetryableResponse(absl::StatusCode code);

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_FINAL_RESULT_H_
