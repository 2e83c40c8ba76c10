// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_watch.h"

#include <utility>

#include "absl/time/time.h"
#include "baton/policy/idempotency.h"
#include "baton/rpc/grpc/batch_access.h"
#include "baton/rpc/grpc/call_style.h"
#include "baton/rpc/grpc/callback_threads.h"
#include "baton/rpc/grpc/in_place_batch.h"
#include "baton/rpc/stream/async_stream_driver.h"

namespace baton::rpc {
namespace {

ApplicationQueue FindQueue(InterceptorBatchMethods& first) {
  ApplicationQueue queue;
  queue.id = reinterpret_cast<uint64_t>(QueueOf(first));
  if (!IsFromCallbackApi(first)) return queue;
  // They must outlive the call: a thread of Baton may still be answering it
  // when the application destroys the last channel that they serve.
  KeepCallbackThreads();
  queue.kind = QueueKind::kCallback;
  return queue;
}

}  // namespace

bool StreamWatch::Fits(const CallPlan& plan, bool has_parent,
                       InterceptorBatchMethods& first) {
  const MethodPolicy& policy = *plan.policy;
  // Baton cannot change how the application's own call was created.
  if (plan.wait_for_ready || plan.first_channel != 0 ||
      plan.own_deadline != plan.deadline.deadline ||
      plan.deadline.deadline.HasPassed(plan.started_at) ||
      (plan.own_deadline.IsNone() && has_parent)) {
    return false;
  }
  // Attempts beside each other, and limits of one attempt.
  if (plan.MayHedge() ||
      policy.stream.idle_timeout != absl::InfiniteDuration() ||
      (policy.deadline.attempt_timeout != absl::InfiniteDuration() &&
       IsIdempotent(policy.idempotency))) {
    return false;
  }
  // If a connection breaks inside the headers of a response, the callback API
  // of gRPC aborts the process. A stranger must not be able to do that, and a
  // hijacked stream survives it.
  if (plan.IsExternal() && IsFromCallbackApi(first)) return false;
  // The stack of a fiber hides that a call is synchronous.
  return !IsSynchronous(first) && !IsOnForeignStack() && CanWatch(first);
}

StreamWatch::StreamWatch(CapturedCall&& captured,
                         grpc::internal::RpcMethod::RpcType type,
                         InterceptorBatchMethods& first) {
  auto driver = std::make_unique<AsyncStreamDriver>(captured.plan.runtime());
  call_ = StreamCall::Create(std::move(captured), type, std::move(driver),
                             FindQueue(first));
}

StreamWatch::~StreamWatch() { call_->Abandon(); }

void StreamWatch::OnWatchedBatch(InterceptorBatchMethods* batch) {
  // The batch may be the last one.
  const std::shared_ptr<StreamCall> call = call_;
  call->OnBatch(batch);
}

void StreamWatch::OnStatus(InterceptorBatchMethods* batch) {
  const std::shared_ptr<StreamCall> call = call_;
  call->OnStatus(batch);
}

}  // namespace baton::rpc
