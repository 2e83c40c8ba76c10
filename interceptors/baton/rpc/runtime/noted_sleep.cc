// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/runtime/noted_sleep.h"

#include "baton/core/limits/process_stalls.h"
#include "baton/real_clock.h"
#include "baton/rpc/runtime/per_process.h"

namespace baton::rpc {

void NotedSleep::Wait(CondVar& changed, Mutex& mutex, MonotonicTime until,
                      absl::Duration left) {
  until_.store(until.nanos(), std::memory_order_release);
  changed.WaitFor(mutex, absl::ToChronoNanoseconds(left));
  PerProcess<core::ProcessStalls>::Get().Note(until, RealClock().Now());
  until_.store(kAwake, std::memory_order_release);
}

}  // namespace baton::rpc
