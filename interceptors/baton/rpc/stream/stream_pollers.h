// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_POLLERS_H_
#define BATON_RPC_STREAM_STREAM_POLLERS_H_

#include "baton/rpc/runtime/pollers.h"
#include "baton/rpc/stream/stream_queue.h"

namespace baton::rpc {

// Polls the completion queues of the attempts of streams, whichever API the
// streams were made through.
using StreamPollers = Pollers<StreamQueue>;

// Returns the pollers that all streams of the process share.
StreamPollers& ProcessStreamPollers();

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_POLLERS_H_
