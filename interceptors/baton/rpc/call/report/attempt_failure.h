// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_REPORT_ATTEMPT_FAILURE_H_
#define BATON_RPC_CALL_REPORT_ATTEMPT_FAILURE_H_

#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "baton/attempt_outcome.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/call_plan.h"

namespace baton::rpc {

// Returns the texts of a failed attempt, each cut to 256 bytes. `id_key` is the
// trailer that has the server's id of the request. Returns null if there is no
// text.
std::shared_ptr<const AttemptFailure> FailureOf(const EndedAttempt& attempt,
                                                absl::string_view id_key);

// Returns whether an attempt ended by a response. If not, Baton or the
// application has ended it.
bool IsResponse(const AttemptOutcome& outcome);

// Returns the server of an attempt without an answer, if its channel reaches
// only one. Returns "" if not, and if there is no connection.
std::string ServerOf(const CallPlan& plan, const AttemptFacts& attempt,
                     MonotonicTime now);

// Returns a failure that has only a peer. Returns null if `peer` is no address.
std::shared_ptr<const AttemptFailure> FailureAt(const std::string& peer);

// Returns the part of a failure that is true if Baton or the application has
// ended the attempt: the server has said nothing. Returns null if nothing is
// left.
std::shared_ptr<const AttemptFailure> OnlyPeerOf(const AttemptFailure& failure);

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_REPORT_ATTEMPT_FAILURE_H_
