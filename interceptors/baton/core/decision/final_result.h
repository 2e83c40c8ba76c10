// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_FINAL_RESULT_H_
#define BATON_CORE_DECISION_FINAL_RESULT_H_

#include "absl/status/status.h"
#include "baton/attempt_outcome.h"
#include "baton/classifier.h"

namespace baton::core {

// Returns whether an attempt brought a result that no client would repeat:
// success, or a permanent status from the server itself. A retry with such a
// result has helped. Process budget, gates and deposits use this rule.
bool HasFinalResult(const AttemptOutcome& outcome, OutcomeClass outcome_class);

// Returns whether a server's response is final for every client: OK, or a
// status that no policy may retry. NOT_FOUND counts, although a client may
// retry it if its replicas lag behind. CANCELLED and DATA_LOSS do not count.
bool IsFinalResponse(absl::StatusCode code);

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_FINAL_RESULT_H_
