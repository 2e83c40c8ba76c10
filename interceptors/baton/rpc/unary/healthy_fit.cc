// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/healthy_fit.h"

#include <cstddef>
#include <cstdint>

#include "absl/time/time.h"
#include "baton/rpc/unary/in_place_attempt.h"
#include "baton/rpc/unary/kept_request.h"

namespace baton::rpc {

bool HealthyFit::IsPlain() const {
  const ChannelState& channel = *plan_.channel;
  return first_.QueryInterceptionHookPoint(Hook::PRE_SEND_INITIAL_METADATA) &&
         first_.GetRecvStatus() != nullptr && channel.observers() == nullptr &&
         channel.fallbacks() == 0 && channel.options().classifier == nullptr &&
         !plan_.IsExternal() && plan_.policy->mode == Mode::kEnforce &&
         !plan_.deadline.rejected && !plan_.retries_stopped &&
         plan_.membership.group == nullptr && plan_.rejection.ok() &&
         plan_.overridden == nullptr && plan_.idempotency_key.empty();
}

bool HealthyFit::MayContinue(StartedInPlace& started) const {
  if (!plan_.channel->first_attempts_in_place() ||
      plan_.channel->outage().IsOn() || !InPlaceAttempt::Fits(plan_) ||
      plan_.policy->deadline.attempt_timeout != absl::InfiniteDuration()) {
    return false;
  }
  started.style = StyleOf(first_);
  return InPlaceAttempt::Fits(first_, started.style) && KeepsRequest(started);
}

bool HealthyFit::KeepsRequest(StartedInPlace& started) const {
  // A request in several pieces is rare. It is also large.
  if (!first_.GetSerializedSendMessage()
           ->TrySingleSlice(&started.request)
           .ok()) {
    return false;
  }
  const std::size_t bytes = started.request.size();
  return bytes <= KeptRequest::kUncountedBytes &&
         static_cast<int64_t>(bytes) <= plan_.policy->retry.max_replay_bytes;
}

}  // namespace baton::rpc
