// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_DRIVER_DRAIN_QUEUE_H_
#define BATON_RPC_UNARY_DRIVER_DRAIN_QUEUE_H_

#include <memory>

#include "baton/rpc/runtime/runtime.h"
#include "baton/rpc/unary/driver/attempt_queue.h"

namespace baton::rpc {

// Destroys a queue on which attempts may be left that were given up. They end
// at once, as a rule, and so does this. But an interceptor of the user's may
// serve attempts itself and let them hang; for such a one nobody waits here: it
// is looked for now and then by another thread.
void DrainQueue(std::unique_ptr<AttemptQueue> queue,
                Runtime& runtime = Runtime::Process());

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_DRIVER_DRAIN_QUEUE_H_
