// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_CALL_TICKS_H_
#define BATON_RPC_RUNTIME_CALL_TICKS_H_

#include "baton/monotonic_time.h"
#include "baton/rpc/runtime/runtime.h"

namespace baton::rpc {

// Records the start of a call with an observer. A timer then runs every 50 ms,
// until a minute after the latest such call, so that a stall of the process is
// noticed: see ProcessStalls. Does nothing if `runtime` is not the runtime of
// the process. Thread-safe.
void TickForCall(Runtime& runtime, MonotonicTime now);

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_CALL_TICKS_H_
