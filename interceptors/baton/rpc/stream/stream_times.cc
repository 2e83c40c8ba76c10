// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_times.h"

#include <algorithm>

namespace baton::rpc {

void StreamTimes::Set(MonotonicTime at) {
  if (due_ != at) state_.driver.SetTimer(due_ = at);
}

bool StreamTimes::Take(MonotonicTime now) {
  if (now < due_) return false;  // It came all the same.
  Stop();
  return true;
}

MonotonicTime StreamTimes::CutDeadline() const {
  const CallPlan& plan = state_.session.plan();
  return CutsDeadline(plan) ? plan.deadline.deadline.time()
                            : MonotonicTime::InfiniteFuture();
}

void StreamTimes::LookWhenDue() {
  if (state_.cancelled) return;
  RunningAttempts& running = state_.session.running();
  if (!state_.InPlaceRuns()) {
    return SetUntilAnswer(std::min(running.LookAt(), idleness_.LookAt()));
  }
  const bool awaited =
      state_.in_place.attempt->awaited_since != MonotonicTime::InfiniteFuture();
  const MonotonicTime late_at =
      awaited ? running.late().NextAt() : MonotonicTime::InfiniteFuture();
  Set(std::min(late_at, CutDeadline()));
}

void StreamTimes::OnStart() {
  idleness_.Restart();
  if (has_answer_ || answer_by_ != MonotonicTime::InfiniteFuture()) return;
  answer_by_ = state_.Now() + first_answer_timeout_;
}

void StreamTimes::OnAnswer() {
  has_answer_ = true;
  answer_by_ = MonotonicTime::InfiniteFuture();
}

void StreamTimes::OnRetry() {
  // An answer of the failed attempt is forgotten, and the time begins again.
  has_answer_ = false;
}

bool StreamTimes::IsUnanswered(MonotonicTime now) const {
  return now >= answer_by_ && !state_.cancelled &&
         (state_.running() || state_.waiting());
}

void StreamTimes::OnResponse() {
  if (!idleness_.on()) return;
  idleness_.OnResponse(state_.Now());
  LookWhenDue();
}

void StreamTimes::OnWait(bool for_end) {
  if (!idleness_.on() || !state_.running()) return;
  idleness_.OnWait(state_.Now(),
                   for_end && (state_.committed() || !state_.MayHaveOthers()));
  LookWhenDue();
}

bool StreamTimes::IsIdle(MonotonicTime now) {
  // Until the call is settled, other copies may bring what this one does not.
  const bool reads =
      state_.reader.AwaitsMessage(/*all_sent=*/state_.writer.closed()) &&
      (state_.committed() || !state_.MayHaveOthers());
  return idleness_.Look(now, reads);
}

}  // namespace baton::rpc
