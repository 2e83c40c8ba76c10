// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/in_place_attempt.h"

#include <utility>

#include "baton/rpc/grpc/batch_access.h"
#include "baton/rpc/grpc/message_decoder.h"

namespace baton::rpc {

bool InPlaceAttempt::Fits(InterceptorBatchMethods& batch, CallStyle style) {
  if (!batch.QueryInterceptionHookPoint(Hook::PRE_SEND_INITIAL_METADATA) ||
      !batch.QueryInterceptionHookPoint(Hook::PRE_SEND_MESSAGE) ||
      batch.GetRecvStatus() == nullptr || batch.GetRecvMessage() == nullptr) {
    return false;
  }
  return CanDecodeLater(batch) &&
         (style != CallStyle::kSync || ReceivedNoteOf(batch) != nullptr);
}

bool InPlaceAttempt::Fits(const CallPlan& plan) {
  if (plan.wait_for_ready || plan.is_connecting || plan.MayHedge() ||
      plan.first_channel != 0 ||
      plan.deadline.deadline.HasPassed(plan.started_at)) {
    return false;
  }
  // Without a grant, a call makes at most one attempt that reaches a server. It
  // costs one gRPC call, even if the server learns of a later deadline.
  return plan.grant == 0 || plan.tells_deadline;
}

InPlaceAttempt::InPlaceAttempt(InterceptorBatchMethods& batch, void* message,
                               grpc_call* application_call,
                               const AttemptFacts& facts, bool is_sync,
                               Runtime& runtime)
    : runtime_(runtime),
      facts_(facts),
      message_(message),
      received_note_(ReceivedNoteOf(batch)),
      queue_(is_sync
                 ? std::nullopt
                 : std::optional(reinterpret_cast<uint64_t>(QueueOf(batch)))),
      application_call_(application_call) {}

void InPlaceAttempt::SetTimer(MonotonicTime at, TimerHeap::Function on_timer) {
  StopTimer();
  if (at == MonotonicTime::InfiniteFuture()) return;
  timer_ = runtime_.Schedule(at, std::move(on_timer));
}

void InPlaceAttempt::StopTimer() {
  if (!timer_.has_value()) return;
  runtime_.Cancel(*timer_);
  timer_.reset();
}

}  // namespace baton::rpc
