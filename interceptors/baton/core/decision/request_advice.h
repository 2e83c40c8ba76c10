// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_REQUEST_ADVICE_H_
#define BATON_CORE_DECISION_REQUEST_ADVICE_H_

#include <optional>

#include "absl/status/status.h"
#include "baton/attempt_outcome.h"
#include "baton/request_report.h"
#include "baton/retry_advice.h"
#include "baton/stop_reason.h"

// What a server says about repeating a request that its handler has answered.
namespace baton::core {

// Does the end of a call that a handler made speak against repeating the
// handler's whole request, should that fail because of it? The reason, nullopt
// if it does not.
//
// `reason` is why the call stopped and `last` how its last attempt ended. An
// owner that has used up its retries says no, so that no layer above starts
// again; so does one whose retries were not helping; and a no from below is
// passed on. A layer that was granted nothing has no objection: the retries
// belong to somebody above.
std::optional<RetryAdvice::Why> ObjectionOf(StopReason reason,
                                            const AttemptOutcome& last);

// What the answer to a request is decided by.
struct RequestAnswer {
  absl::StatusCode code = absl::StatusCode::kOk;
  RequestRefusal refusal = RequestRefusal::kNone;
  // What the application has said; verdict kOk: nothing.
  RetryAdvice from_application;
  // Of a call of the handler's that ended with the code of the answer.
  std::optional<RetryAdvice::Why> objection;
  // By RetryShareGate.
  bool too_many_retries = false;
  // Of the request's grant; nullopt: not to be said.
  std::optional<int> used;
  // The request came with a budget, so that its sender reads advice.
  bool sender_takes_part = false;
};

// The advice to send; nullopt: none, and the answer looks as without Baton.
//
// Only failures are advised against. A sender that takes part is always told
// what was used; the others get what makes their own retries stop.
std::optional<RetryAdvice> AdviseOn(const RequestAnswer& answer);

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_REQUEST_ADVICE_H_
