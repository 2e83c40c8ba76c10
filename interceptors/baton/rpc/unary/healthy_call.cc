// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/healthy_call.h"

#include <algorithm>
#include <utility>

#include "baton/rpc/call/budget_metadata.h"
#include "baton/rpc/grpc/message_decoder.h"
#include "baton/rpc/pass_through/pass_through_call.h"
#include "baton/rpc/request/context_extension.h"
#include "baton/rpc/unary/healthy_fit.h"

namespace baton::rpc {

bool HealthyCall::Fits(InterceptorBatchMethods& first, bool needs_attempts) {
  needs_attempts_ = needs_attempts;
  const HealthyFit fit(plan_, first);
  return !cancelled_ && fit.IsPlain() &&
         (!needs_attempts || fit.MayContinue(started_));
}

void HealthyCall::Begin(InterceptorBatchMethods* first) {
  started_.first = FirstAttempt::Start(plan_);
  if (needs_attempts_) {
    started_.batch = first;
    started_.message = first->GetRecvMessage();
    lateness_.Watch(started_, plan_);
  } else if (auto* const extension = ContextExtension::Find(context_)) {
    extension->SetAuthContextOf(context_.c_call());
  }
  SetMetadata(*first);
  SetTimer();
  first->Proceed();
}

void HealthyCall::SetMetadata(InterceptorBatchMethods& first) {
  ApplicationMetadata metadata(*first.GetSendInitialMetadata(),
                               started_.changes);
  SetBudgetMetadata(started_.first.facts.header, metadata);
  if (plan_.own_deadline.IsNone() && !plan_.enforced.IsNone()) {
    metadata.SetTimeout(plan_.enforced.Remaining(runtime_.Now()));
  }
}

void HealthyCall::SetTimer() {
  MonotonicTime at = lateness_.NextAt();
  // gRPC itself ends the call at the deadline that the application has set.
  if (plan_.own_deadline != plan_.enforced) {
    at = std::min(at, plan_.enforced.time());
  }
  // Captures no more than two pointers, so that the timer needs no allocation.
  // The timer thread must not destroy the call.
  timer_.Set(at, [call = weak_from_this()] {
    std::shared_ptr<HealthyCall> alive = call.lock();
    if (alive == nullptr) return;
    Runtime& runtime = alive->runtime_;
    runtime.Post([alive = std::move(alive)] { alive->OnTimer(); });
  });
}

HealthyCall::~HealthyCall() {
  if (state_ == State::kHealthy) timer_.Stop();
}

bool HealthyCall::StaysHealthy(MonotonicTime now) {
  if (!lateness_.Postpone(started_, now)) return false;
  SetTimer();
  return true;
}

void HealthyCall::OnTimer() {
  if (cancelled_) return;
  // Outlives the lock: gRPC may complete the batch while it ends the call.
  std::optional<ApplicationCall> late_call;
  {
    const MutexLock lock(mutex_);
    // As long as the state is kChecking, the batch and the context live: an end
    // of the call waits for the lock.
    State healthy = State::kHealthy;
    if (!state_.compare_exchange_strong(healthy, State::kChecking)) return;
    const MonotonicTime now = runtime_.Now();
    const bool at_deadline = plan_.enforced.HasPassed(now);
    if (at_deadline) late_call.emplace(context_.c_call());
    const bool stays = !at_deadline && StaysHealthy(now);
    state_ = State::kHealthy;
    if (stays) return;
  }
  if (late_call.has_value()) {
    late_call->EndWith(GRPC_STATUS_DEADLINE_EXCEEDED, "Deadline Exceeded");
  } else if (Replace() && attempts_ != nullptr) {
    attempts_->OnInPlaceTimer();
  }
}

void HealthyCall::OnBatch(InterceptorBatchMethods* batch) {
  ServedCall* const successor = successor_.load(std::memory_order_acquire);
  if (successor != nullptr) return successor->OnBatch(batch);
  if (!batch->QueryInterceptionHookPoint(Hook::POST_RECV_STATUS) ||
      EndsWell(*batch)) {
    return batch->Proceed();
  }
  Replace();
  successor_.load(std::memory_order_acquire)->OnBatch(batch);
}

bool HealthyCall::EndsWell(InterceptorBatchMethods& batch) {
  const grpc::Status& status = *batch.GetRecvStatus();
  const bool is_readable = !needs_attempts_ ||
                           batch.GetRecvMessage() != nullptr ||
                           ReceivesBytes(batch);
  State healthy = State::kHealthy;
  if (!status.ok() || !is_readable ||
      !state_.compare_exchange_strong(healthy, State::kEnding)) {
    return false;
  }
  timer_.Stop();
  RecordSuccess(batch);
  state_.store(State::kEnded, std::memory_order_release);
  return true;
}

void HealthyCall::RecordSuccess(InterceptorBatchMethods& batch) {
  success_.Record(started_.first, *batch.GetRecvStatus(), context_, plan_);
  if (!cancelled_) {
    lateness_.OnSuccess(started_, batch, success_.ended_at());
  }
  started_.request = grpc::Slice();
  auto* const extension = ContextExtension::Find(context_);
  if (extension != nullptr && needs_attempts_) {
    extension->SetAuthContextOf(context_.c_call());
  }
}

bool HealthyCall::Replace() {
  {
    const MutexLock lock(mutex_);
    if (successor_.load(std::memory_order_relaxed) != nullptr) return true;
    State healthy = State::kHealthy;
    if (!state_.compare_exchange_strong(healthy, State::kReplaced)) {
      return false;
    }
    timer_.Stop();
    MakeSuccessor();
    successor_ = owned_.get();
  }
  if (cancelled_) owned_->Cancel();
  return true;
}

void HealthyCall::MakeSuccessor() {
  if (!needs_attempts_) {
    owned_ = std::make_unique<PassThroughCall>(std::move(plan_), context_,
                                               started_.first);
    return;
  }
  started_.late = &lateness_.checks();
  auto attempts = std::make_unique<ServedUnaryCall>(
      std::move(plan_), context_, std::move(parent_), std::move(started_));
  attempts_ = attempts.get();
  owned_ = std::move(attempts);
}

void HealthyCall::Cancel() {
  cancelled_ = true;
  if (ServedCall* const successor = successor_) successor->Cancel();
}

std::optional<CallReport> HealthyCall::Report() const {
  const ServedCall* const successor =
      successor_.load(std::memory_order_acquire);
  if (successor != nullptr) return successor->Report();
  if (state_.load(std::memory_order_acquire) != State::kEnded) {
    return std::nullopt;
  }
  return success_.Report(started_.first, lateness_.checks(), plan_);
}

}  // namespace baton::rpc
