// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_watch.h"

#include <utility>

#include "absl/time/time.h"
#include "baton/policy/idempotency.h"
#include "baton/rpc/grpc/batch_access.h"
#include "baton/rpc/grpc/call_style.h"
#include "baton/rpc/grpc/callback_threads.h"
#include "baton/rpc/grpc/in_place/application_receive.h"
#include "baton/rpc/grpc/in_place/in_place_batch.h"
#include "baton/rpc/stream/driver/async_stream_driver.h"

namespace baton::rpc {
namespace {

ApplicationQueue FindQueue(InterceptorBatchMethods& first) {
  ApplicationQueue queue;
  queue.queue = QueueOf(first);
  if (!IsFromCallbackApi(first)) return queue;
  // They must outlive the call: a thread of Baton may still be answering it
  // when the application destroys the last channel that they serve.
  KeepCallbackThreads();
  queue.kind = QueueKind::kCallback;
  return queue;
}

}  // namespace

bool StreamWatch::Fits(const CallPlan& plan, InterceptorBatchMethods& first) {
  const MethodPolicy& policy = *plan.policy;
  if (plan.first_channel != 0 || plan.is_connecting ||
      plan.deadline.deadline.HasPassed(plan.started_at)) {
    return false;
  }
  if (CutsDeadline(plan)) {
    // The server of a stream that may be retried learns the earlier deadline.
    if (plan.grant > 0 && !plan.tells_deadline) return false;
    // Until the stream begins, Baton has no call that it could end.
    if (!first.QueryInterceptionHookPoint(Hook::PRE_SEND_INITIAL_METADATA)) {
      return false;
    }
  }
  // Attempts beside each other. Limits that depend on each message, or on
  // initial metadata that arrive before the first one.
  if (plan.MayHedge() ||
      policy.stream.idle_timeout != absl::InfiniteDuration() ||
      plan.FirstAnswerTimeout() != absl::InfiniteDuration() ||
      (policy.deadline.attempt_timeout != absl::InfiniteDuration() &&
       IsIdempotent(policy.idempotency))) {
    return false;
  }
  // If a connection breaks inside the headers of a response, the callback API
  // of gRPC aborts the process. A stranger must not be able to do that, and a
  // hijacked stream survives it.
  if (plan.IsExternal() && IsFromCallbackApi(first)) return false;
  // The stack of a fiber hides that a call is synchronous.
  return !IsOnForeignStack() && CanWatch(first);
}

StreamWatch::StreamWatch(CapturedCall&& captured,
                         grpc::internal::RpcMethod::RpcType type,
                         InterceptorBatchMethods& first) {
  Runtime& runtime = captured.plan.runtime();
  ApplicationQueue queue = FindQueue(first);
  std::unique_ptr<StreamDriver> driver;
  if (IsSynchronous(first)) {
    auto sync_driver = std::make_unique<SyncWatchDriver>(runtime);
    sync_driver_ = sync_driver.get();
    queue.kind = QueueKind::kPlucked;
    queue.ends = &sync_driver_->ends();
    driver = std::move(sync_driver);
  } else {
    driver = std::make_unique<AsyncStreamDriver>(runtime);
  }
  call_ =
      StreamCall::Create(std::move(captured), type, std::move(driver), queue);
}

StreamWatch::~StreamWatch() {
  if (sync_driver_ != nullptr) sync_driver_->FetchRest();
  call_->Abandon();
}

void StreamWatch::OnWatchedBatch(InterceptorBatchMethods* batch) {
  // The batch may be the last one.
  const std::shared_ptr<StreamCall> call = call_;
  if (call->IsCompletedAgain(batch)) return batch->Proceed();
  if (sync_driver_ == nullptr) return call->OnBatch(batch);
  sync_driver_->Run(batch, [&call, batch] { call->OnBatch(batch); });
}

void StreamWatch::OnStatus(InterceptorBatchMethods* batch) {
  const std::shared_ptr<StreamCall> call = call_;
  call->OnStatus(batch);
}

void StreamWatch::OnMessage(InterceptorBatchMethods* batch) {
  if (HasFailed(*batch)) return batch->Proceed();
  const std::shared_ptr<StreamCall> call = call_;
  call->OnMessage(batch);
}

}  // namespace baton::rpc
