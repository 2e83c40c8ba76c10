// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_DRIVER_ATTEMPT_POLLERS_H_
#define BATON_RPC_UNARY_DRIVER_ATTEMPT_POLLERS_H_

#include "baton/rpc/runtime/pollers.h"
#include "baton/rpc/unary/driver/attempt_queue.h"

namespace baton::rpc {

// For calls that were made through the completion queue API: the application's
// own queue may be polled by nobody while it waits for something else, and must
// not be used for what it did not ask for.
using AttemptPollers = Pollers<AttemptQueue>;

// Returns the pollers that all calls of the process share.
AttemptPollers& ProcessAttemptPollers();

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_DRIVER_ATTEMPT_POLLERS_H_
