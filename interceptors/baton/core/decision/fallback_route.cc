// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/fallback_route.h"

#include <algorithm>

#include "baton/policy/defaults.h"
#include "baton/policy/fallback_options.h"
#include "baton/policy/idempotency.h"

namespace baton::core {
namespace {

// The policy assigns the primary channel to the first attempt.
constexpr int kEarliest = 2;

int FromAttempt(const MethodPolicy& policy, int grant) {
  if (policy.fallback.from_attempt.has_value()) {
    return std::max(*policy.fallback.from_attempt, kEarliest);
  }
  const int last =
      std::max(policy.retry.max_attempts, policy.hedge.max_attempts);
  return std::max(std::min(last, grant + 1), kEarliest);
}

}  // namespace

bool MayFallBack(const MethodPolicy& policy) {
  switch (policy.fallback.eligible_calls) {
    case FallbackCalls::kNone:
      return false;
    case FallbackCalls::kNoSideEffects:
      return policy.idempotency == Idempotency::kNoSideEffects;
    case FallbackCalls::kIdempotent:
      return IsIdempotent(policy.idempotency);
  }
  return false;
}

bool MayStartOnFallback(const MethodPolicy& policy) {
  return policy.mode == Mode::kEnforce &&
         policy.fallback.first_if_unconnected && MayFallBack(policy) &&
         policy.idempotency == Idempotency::kNoSideEffects;
}

FallbackRoute::FallbackRoute(const MethodPolicy& policy, int grant,
                             int channels) {
  if (channels <= 0 || !MayFallBack(policy)) return;
  channels_ = std::min(channels, defaults::kFallbackChannelsLimit);
  from_attempt_ = FromAttempt(policy, grant);
}

int FallbackRoute::ChannelIndexOf(int number) const {
  return std::clamp(number - from_attempt_ + 1, kPrimary, channels_);
}

int FallbackRoute::Next(
    int number, absl::FunctionRef<bool(int channel_index)> helps) const {
  const int own = ChannelIndexOf(number);
  const auto is_of_use = [&](int channel_index) {
    return !IsUnconnected(channel_index) && helps(channel_index);
  };
  if (owes_primary_ && is_of_use(kPrimary)) return kPrimary;
  for (int channel_index = own; channel_index <= channels_; ++channel_index) {
    if (is_of_use(channel_index)) return channel_index;
  }
  for (int channel_index = kPrimary; channel_index < own; ++channel_index) {
    if (is_of_use(channel_index)) return channel_index;
  }
  return own;
}

}  // namespace baton::core
