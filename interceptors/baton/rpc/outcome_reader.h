// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_OUTCOME_READER_H_
#define BATON_RPC_OUTCOME_READER_H_

#include "baton/core/attempt_outcome.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// Reads how an attempt ended, from its status and its context; only after it
// has ended. `origin` is what the engine knows: kServer if it knows of nothing
// else, and then this finds out whether a server answered.
core::AttemptOutcome ReadOutcome(const grpc::Status& status,
                                 const grpc::ClientContext& attempt,
                                 core::AttemptOrigin origin);

}  // namespace baton::rpc

#endif  // BATON_RPC_OUTCOME_READER_H_
