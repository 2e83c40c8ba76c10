// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/outcome_of.h"

#include "absl/status/status.h"
#include "baton/core/decision/request_advice.h"
#include "baton/rpc/grpc/outcome_reader.h"

namespace baton::rpc {

AttemptOutcome OutcomeOf(const CallPlan& plan, const grpc::Status& status,
                         const grpc::ClientContext& context, Enders enders) {
  AttemptOutcome outcome = ReadOutcome(status, context, AttemptOrigin::kServer,
                                       plan.channel->core_retries());
  if (plan.IsExternal()) {
    outcome.advice = core::AdviceOfExternalServer(outcome.advice);
  }
  if (outcome.code == absl::StatusCode::kOk ||
      outcome.origin != AttemptOrigin::kUnconfirmed) {
    return outcome;
  }
  // The server may have noticed the deadline first.
  const bool at_deadline = !plan.deadline.deadline.Fits(
      plan.runtime().Now(), plan.policy->deadline.min_attempt_time);
  const bool ended_from_outside = enders == Enders::kAlsoOthers;
  if (outcome.code == absl::StatusCode::kDeadlineExceeded &&
      (at_deadline || ended_from_outside)) {
    outcome.origin = AttemptOrigin::kCallDeadline;
  } else if (outcome.code == absl::StatusCode::kCancelled &&
             ended_from_outside && !CameFromPeer(status, context)) {
    outcome.origin = AttemptOrigin::kCancelled;
  }
  return outcome;
}

AttemptOutcome OutcomeOf(const CapturedCall& captured,
                         const grpc::Status& status,
                         const grpc::ClientContext& context) {
  return OutcomeOf(captured.plan, status, context,
                   captured.parent.get() == nullptr ? Enders::kBatonOnly
                                                    : Enders::kAlsoOthers);
}

}  // namespace baton::rpc
