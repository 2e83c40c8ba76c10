// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/healthy_lateness.h"

#include <optional>

#include "baton/rpc/call/channel_selection.h"
#include "baton/rpc/grpc/batch_access.h"
#include "baton/rpc/grpc/connection_watcher.h"
#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/runtime/thread_lane.h"

namespace baton::rpc {
namespace {

uint64_t LaneOf(InterceptorBatchMethods& batch) {
  return reinterpret_cast<uint64_t>(QueueOf(batch));
}

}  // namespace

void HealthyLateness::Watch(StartedInPlace& started, const CallPlan& plan) {
  if (!checks_.on()) return;
  const bool is_connected = WasConnectedLately(plan, context_, plan.started_at);
  checks_.Watch(started.first.AttemptsLeft(plan), started.first.facts,
                is_connected);
}

bool HealthyLateness::Postpone(const StartedInPlace& started,
                               MonotonicTime now) {
  // Without late checks, and without a connection, the successor decides.
  if (!checks_.on() || !checks_.was_connected() ||
      !IsConnected(*ChannelOf(context_))) {
    return false;
  }
  std::optional<uint64_t> queue;
  if (started.style != CallStyle::kSync) queue = LaneOf(*started.batch);
  return checks_.Postpone(now, queue);
}

void HealthyLateness::OnSuccess(const StartedInPlace& started,
                                InterceptorBatchMethods& batch,
                                MonotonicTime now) {
  if (!checks_.on() || !checks_.was_connected()) return;
  const uint64_t lane =
      started.style == CallStyle::kSync ? ThreadLane() : LaneOf(batch);
  checks_.OnAnswer(started.first.facts, /*success=*/true, now, lane);
}

}  // namespace baton::rpc
