// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/call_plan.h"

#include <iterator>

#include "baton/core/decision/fallback_route.h"
#include "baton/idempotency/idempotency_key.h"

namespace baton::rpc {

void CallPlan::ChooseIdempotencyKey(
    const std::multimap<std::string, std::string>& metadata) {
  if (kind != CallKind::kUnary) return idempotency_key.clear();
  if (!metadata.empty()) {
    const auto range = metadata.equal_range(std::string(kIdempotencyKeyName));
    if (range.first != range.second) {
      // A server rejects an invalid key and a second one, so Baton adds none.
      key_is_in_metadata = true;
      const bool valid = std::next(range.first) == range.second &&
                         ValidateIdempotencyKey(range.first->second).ok();
      idempotency_key = valid ? range.first->second : std::string();
      return;
    }
  }
  if (idempotency_key.empty() && policy->idempotency_key.send &&
      policy->mode == Mode::kEnforce) {
    idempotency_key = NewIdempotencyKey();
  }
}

absl::Duration CallPlan::FirstAnswerTimeout() const {
  const bool applies = kind != CallKind::kUnary && deadline.missing &&
                       policy->deadline.missing == MissingDeadline::kDefault;
  return applies ? policy->stream.first_answer_timeout
                 : absl::InfiniteDuration();
}

bool CallPlan::MayHedge() const {
  // Client-streaming calls cannot be hedged, because their messages arrive
  // during the call.
  return kind != CallKind::kStreaming && policy->hedge.max_attempts > 1 &&
         IsIdempotent(policy->idempotency) && grant > 0;
}

bool CallPlan::MayStartSecondAttempt() const {
  // A hedged call has second attempts anyway. See MayHedge() for the kinds.
  return policy->late.start_second_attempt && kind != CallKind::kStreaming &&
         policy->hedge.max_attempts <= 1 && policy->retry.max_attempts > 1 &&
         IsIdempotent(policy->idempotency) && grant > 0;
}

bool CallPlan::MayFallBack() const {
  return channel->fallbacks() > 0 && core::MayFallBack(*policy);
}

bool CallPlan::NeedsAttempts() const {
  // In observe mode nothing changes, and a rejected call is not sent. Neither
  // needs attempts.
  if (policy->mode == Mode::kObserve || deadline.rejected || !rejection.ok()) {
    return false;
  }
  if ((policy->retry.max_attempts > 1 && grant > 0) || MayHedge()) return true;
  // The application's own call uses the primary channel.
  if (first_channel != core::FallbackRoute::kPrimary) return true;
  if (is_connecting) return true;
  // Waiting needs no grant. For a stream Baton would have to keep the messages
  // that the application writes meanwhile.
  if (kind == CallKind::kUnary && policy->retry.max_attempts > 1 &&
      waits_for_connection) {
    return true;
  }
  if (kind != CallKind::kUnary &&
      (policy->stream.idle_timeout != absl::InfiniteDuration() ||
       FirstAnswerTimeout() != absl::InfiniteDuration())) {
    return true;
  }
  // The application's own call was created without wait-for-ready.
  return wait_for_ready;
}

}  // namespace baton::rpc
