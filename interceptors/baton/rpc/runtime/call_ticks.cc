// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/runtime/call_ticks.h"

#include <memory>

#include "baton/rpc/runtime/per_process.h"
#include "baton/rpc/runtime/stall_ticker.h"

namespace baton::rpc {
namespace {

// The ticks end a minute after the start of the latest call. Calls take longer
// than the requests of a server wait.
constexpr int kIdleTicks = 1200;

// The ticks of all calls of the process. The queue of timers notes late ticks.
struct CallTicks {
  const std::shared_ptr<StallTicker> ticker = std::make_shared<StallTicker>(
      Runtime::Process(), StallTicker::FirstTick(), kIdleTicks);
};

}  // namespace

void TickForCall(Runtime& runtime, MonotonicTime now) {
  if (&runtime != &Runtime::Process()) return;
  PerProcess<CallTicks>::Get().ticker->OnRequest(now);
}

}  // namespace baton::rpc
