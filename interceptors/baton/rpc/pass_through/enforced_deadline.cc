// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/pass_through/enforced_deadline.h"

#include <utility>

#include "baton/rpc/grpc/application_metadata.h"

namespace baton::rpc {

void EnforcedDeadline::Start(grpc_call* call) {
  if (!IsNeeded()) return;
  const MutexLock lock(mutex_);
  if (timer_.has_value() || stopped_) return;
  // The capture is small enough for a timer without an allocation.
  ApplicationCall application_call(call);
  timer_ = plan_.runtime().Schedule(
      plan_.enforced.time(), [held = std::move(application_call)]() mutable {
        held.EndWith(GRPC_STATUS_DEADLINE_EXCEEDED, "Deadline Exceeded");
      });
}

void EnforcedDeadline::Stop() {
  if (!IsNeeded()) return;
  const MutexLock lock(mutex_);
  stopped_ = true;
  if (timer_.has_value()) plan_.runtime().Cancel(*timer_);
}

}  // namespace baton::rpc
