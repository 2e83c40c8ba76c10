// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_DRIVER_STREAM_POLLERS_H_
#define BATON_RPC_STREAM_DRIVER_STREAM_POLLERS_H_

#include "baton/rpc/stream/driver/stream_queue.h"

namespace baton::rpc {

// Returns a queue that a thread of Baton polls, a different one each time as
// far as there are several. The threads start at the first call. Thread-safe.
StreamQueue& NextPolledQueue();

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_DRIVER_STREAM_POLLERS_H_
