// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/running/call_hedges.h"

#include <cassert>

#include "absl/time/time.h"
#include "baton/rpc/call/running/late_checks.h"
#include "baton/rpc/runtime/thread_lane.h"

namespace baton::rpc {
namespace {

bool IsFirst(const AttemptFacts& attempt) {
  return attempt.header.kind == RetryBudgetHeader::Kind::kFirst;
}

}  // namespace

CallHedges::CallHedges(const CallPlan& plan) : options_(plan.policy->hedge) {
  if (!plan.MayHedge()) return;
  record_ = plan.record;
}

MonotonicTime CallHedges::NextAt() const {
  if (!schedule_.has_value()) return MonotonicTime::InfiniteFuture();
  return schedule_->NextAt().value_or(MonotonicTime::InfiniteFuture());
}

bool CallHedges::Admit(CallLedger& ledger, MonotonicTime now) {
  assert(on());
  if (!record_->hedges.TryTake(now)) {
    stop_reason_ = StopReason::kHedgeLoadLimit;
  } else {
    stop_reason_ = ledger.AdmitHedge(now);
    if (!stop_reason_.has_value()) return true;
    record_->hedges.Return();
  }
  schedule_->Stop();
  return false;
}

bool CallHedges::WaitAfterStall(MonotonicTime now) {
  if (waited_after_stall_ || !WasStalled(NextAt(), now)) return false;
  waited_after_stall_ = true;
  schedule_->PostponeUntil(now + kLateTimerGrace);
  return true;
}

void CallHedges::OnSent(const AttemptFacts& attempt) {
  if (record_ == nullptr) return;
  waited_after_stall_ = false;
  if (!IsFirst(attempt)) {
    if (on()) schedule_->OnSent(attempt.started_at);
    return;
  }
  record_->hedges.OnFirstAttempt(options_.max_extra_load_ratio);
  std::optional<absl::Duration> measured;
  if (!options_.delay.has_value()) {
    measured = record_->latency.Percentile(options_.percentile);
    if (!measured.has_value()) return;
  }
  schedule_.emplace(options_, measured, attempt.started_at);
}

// Measures first attempts on the primary channel only. Hedges belong to slow
// calls, and fallback channels have their own latency.
void CallHedges::OnResponse(const AttemptFacts& attempt, MonotonicTime now) {
  if (record_ == nullptr || !IsFirst(attempt) || attempt.fallback > 0) return;
  record_->latency.Record(now - attempt.started_at, now, ThreadLane());
}

// Counts a discarded attempt with the time until now, which is a lower limit.
// Otherwise only fast attempts would count, and hedges would start earlier and
// earlier.
void CallHedges::OnAttemptDiscarded(const AttemptFacts& attempt,
                                    MonotonicTime now) {
  OnResponse(attempt, now);
}

bool CallHedges::OnFailure(const AttemptOutcome& outcome, MonotonicTime now) {
  assert(on());
  return schedule_->OnFailure(outcome, now);
}

}  // namespace baton::rpc
