// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_ATTEMPT_POLLERS_H_
#define BATON_RPC_ATTEMPT_POLLERS_H_

#include "baton/rpc/attempt_queue.h"
#include "baton/rpc/pollers.h"
#include "baton/rpc/stream_queue.h"

namespace baton::rpc {

// For calls that were made through the completion queue API: the application's
// own queue may be polled by nobody while it waits for something else, and must
// not be used for what it did not ask for.
using AttemptPollers = Pollers<AttemptQueue>;
// The same for streams, whichever API they were made through.
using StreamPollers = Pollers<StreamQueue>;

// Those of the process.
AttemptPollers& ProcessAttemptPollers();
StreamPollers& ProcessStreamPollers();

}  // namespace baton::rpc

#endif  // BATON_RPC_ATTEMPT_POLLERS_H_
