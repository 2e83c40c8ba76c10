// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_DRIVER_QUEUE_DRAIN_H_
#define BATON_RPC_STREAM_DRIVER_QUEUE_DRAIN_H_

#include <memory>

#include "baton/rpc/runtime/runtime.h"
#include "baton/rpc/stream/driver/stream_queue.h"

namespace baton::rpc {

// Handles the operations of a cancelled call on `queue`, whose application has
// gone. A cancelled operation ends without the network, so this takes about 2
// ms at most.
void DrainAtOnce(StreamQueue& queue, Runtime& runtime);

// Handles operations that are left. An interceptor of the user may let one
// hang. Then looks again each second, and keeps `call`, the owner of the queue,
// until the queue is empty.
void DrainLater(std::shared_ptr<const void> call, StreamQueue& queue,
                Runtime& runtime);

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_DRIVER_QUEUE_DRAIN_H_
