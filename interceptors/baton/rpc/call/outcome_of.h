// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_OUTCOME_OF_H_
#define BATON_RPC_CALL_OUTCOME_OF_H_

#include "baton/attempt_outcome.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/captured_call.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// Who can end an attempt on this side, apart from its deadline.
enum class Enders {
  kBatonOnly,   // only Baton: nothing else uses its context
  kAlsoOthers,  // also the application or the parent server call
};

// Returns the outcome of an ended attempt. If only Baton can end the attempt
// and has not done so, CANCELLED is from the server.
AttemptOutcome OutcomeOf(const CallPlan& plan, const grpc::Status& status,
                         const grpc::ClientContext& context, Enders enders);

// Returns the outcome of an attempt of `captured`, which a parent server call
// can also end.
AttemptOutcome OutcomeOf(const CapturedCall& captured,
                         const grpc::Status& status,
                         const grpc::ClientContext& context);

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_OUTCOME_OF_H_
