// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/healthy_call.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "baton/core/decision/call_progress.h"
#include "baton/core/decision/grant_use.h"
#include "baton/rpc/call/budget_metadata.h"
#include "baton/rpc/call/call_route.h"
#include "baton/rpc/call/channel_selection.h"
#include "baton/rpc/call/outcome_of.h"
#include "baton/rpc/call/report/call_report_writer.h"
#include "baton/rpc/call/response_details.h"
#include "baton/rpc/grpc/batch_access.h"
#include "baton/rpc/grpc/connection_watcher.h"
#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/grpc/message_decoder.h"
#include "baton/rpc/pass_through/pass_through_call.h"
#include "baton/rpc/request/context_extension.h"
#include "baton/rpc/runtime/thread_lane.h"
#include "baton/rpc/unary/in_place_attempt.h"
#include "baton/rpc/unary/kept_request.h"

namespace baton::rpc {
namespace {

// Returns whether a call with this plan needs nothing that only the complete
// accounting of a call has.
bool IsPlain(const CallPlan& plan) {
  const ChannelState& channel = *plan.channel;
  const MethodPolicy& policy = *plan.policy;
  return channel.observers() == nullptr && channel.fallbacks() == 0 &&
         channel.options().classifier == nullptr && !plan.IsExternal() &&
         policy.mode == Mode::kEnforce && !plan.deadline.rejected &&
         !plan.retries_stopped && plan.membership.group == nullptr &&
         plan.rejection.ok() && plan.overridden == nullptr &&
         plan.idempotency_key.empty();
}

bool IsWholeCall(InterceptorBatchMethods& batch) {
  return batch.QueryInterceptionHookPoint(Hook::PRE_SEND_INITIAL_METADATA) &&
         batch.GetRecvStatus() != nullptr;
}

}  // namespace

bool HealthyCall::Fits(InterceptorBatchMethods& first, bool needs_attempts) {
  if (cancelled_ || !IsPlain(plan_) || !IsWholeCall(first)) return false;
  needs_attempts_ = needs_attempts;
  if (!needs_attempts) return true;
  const MethodPolicy& policy = *plan_.policy;
  if (!plan_.channel->first_attempts_in_place() ||
      plan_.channel->outage().IsOn() || !InPlaceAttempt::Fits(plan_) ||
      policy.deadline.attempt_timeout != absl::InfiniteDuration()) {
    return false;
  }
  started_.style = StyleOf(first);
  if (!InPlaceAttempt::Fits(first, started_.style)) return false;
  // A request in several pieces is rare. It is also large.
  if (!first.GetSerializedSendMessage()
           ->TrySingleSlice(&started_.request)
           .ok()) {
    return false;
  }
  const std::size_t bytes = started_.request.size();
  return bytes <= KeptRequest::kUncountedBytes &&
         static_cast<int64_t>(bytes) <= policy.retry.max_replay_bytes;
}

void HealthyCall::Begin(InterceptorBatchMethods* first) {
  started_.first = FirstAttempt::Start(plan_);
  if (needs_attempts_) {
    started_.batch = first;
    started_.message = first->GetRecvMessage();
    if (late_.on()) {
      const bool is_connected =
          WasConnectedLately(plan_, context_, plan_.started_at);
      late_.Watch(started_.first.AttemptsLeft(plan_), started_.first.facts,
                  is_connected);
    }
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
  MonotonicTime at = late_.NextAt();
  // gRPC itself ends the call at the deadline that the application has set.
  if (plan_.own_deadline != plan_.enforced) {
    at = std::min(at, plan_.enforced.time());
  }
  if (at == MonotonicTime::InfiniteFuture()) return;
  // Captures no more than two pointers, so that the timer needs no allocation.
  // The timer thread must not destroy the call.
  timer_ = runtime_.Schedule(at, [call = weak_from_this()] {
    std::shared_ptr<HealthyCall> alive = call.lock();
    if (alive == nullptr) return;
    Runtime& runtime = alive->runtime_;
    runtime.Post([alive = std::move(alive)] { alive->OnTimer(); });
  });
}

void HealthyCall::StopTimer() {
  if (const Runtime::TimerId timer = timer_) runtime_.Cancel(timer);
}

HealthyCall::~HealthyCall() {
  if (state_ == State::kHealthy) StopTimer();
}

bool HealthyCall::StaysHealthy(MonotonicTime now) {
  // Without late checks, and without a connection, the successor decides.
  if (!late_.on() || !late_.was_connected() ||
      !IsConnected(*ChannelOf(context_))) {
    return false;
  }
  std::optional<uint64_t> queue;
  if (started_.style != CallStyle::kSync) {
    queue = reinterpret_cast<uint64_t>(QueueOf(*started_.batch));
  }
  if (!late_.Postpone(now, queue)) return false;
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
  StopTimer();
  RecordSuccess(batch);
  state_.store(State::kEnded, std::memory_order_release);
  return true;
}

void HealthyCall::RecordSuccess(InterceptorBatchMethods& batch) {
  const grpc::Status& status = *batch.GetRecvStatus();
  const AttemptFacts& facts = started_.first.facts;
  ended_at_ = runtime_.Now();
  const AttemptOutcome outcome =
      OutcomeOf(plan_, status, context_, Enders::kAlsoOthers);
  const ResponseDetails details(plan_, facts, status, context_);
  CallRoute route(plan_);
  route.OnAttemptEnd({facts, outcome, details}, ended_at_);
  route.OnSuccess(facts, ended_at_);
  plan_.channel->target().budget().OnFirstAttemptSuccess(&route.account());
  if (late_.on() && late_.was_connected() && !cancelled_) {
    late_.OnAnswer(facts, /*success=*/true, ended_at_,
                   started_.style == CallStyle::kSync
                       ? ThreadLane()
                       : reinterpret_cast<uint64_t>(QueueOf(batch)));
  }
  advice_ = outcome.advice;
  if (plan_.request.record() != nullptr) {
    RequestRecord::CallEnd end;
    end.used = EndedGrant().used();
    plan_.request.OnCallEnded(end);
  }
  started_.request = grpc::Slice();
  auto* const extension = ContextExtension::Find(context_);
  if (extension != nullptr && needs_attempts_) {
    extension->SetAuthContextOf(context_.c_call());
  }
}

core::CallGrant HealthyCall::EndedGrant() const {
  core::CallGrant grant = started_.first.GrantOf(plan_);
  grant.EndAttempt(started_.first.facts.header.grant,
                   advice_.has_value() ? advice_->used : std::nullopt);
  return grant;
}

bool HealthyCall::Replace() {
  {
    const MutexLock lock(mutex_);
    if (successor_.load(std::memory_order_relaxed) != nullptr) return true;
    State healthy = State::kHealthy;
    if (!state_.compare_exchange_strong(healthy, State::kReplaced)) {
      return false;
    }
    StopTimer();
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
  started_.late = &late_;
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
  const AttemptFacts& facts = started_.first.facts;
  AttemptOutcome outcome;
  outcome.advice = advice_;
  const Decision decision = Decision::Stop(StopReason::kSucceeded);
  const core::CallProgress progress(plan_.started_at, plan_.deadline.deadline,
                                    EndedGrant());
  CallReportWriter writer(plan_, /*request=*/nullptr);
  writer.NoteAttemptStart(facts);
  writer.SetLateStopReason(facts, late_.stop_reason());
  writer.OnAttemptEnd(facts, ended_at_, outcome, &decision);
  writer.SetEnding(outcome.code, decision, progress, ended_at_);
  return writer.Report();
}

}  // namespace baton::rpc
