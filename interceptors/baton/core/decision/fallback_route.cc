// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/fallback_route.h"

#include <algorithm>

#include "baton/policy/defaults.h"
#include "baton/policy/fallback_options.h"
#include "baton/policy/idempotency.h"

namespace baton::core {
namespace {

// The first attempt never uses a fallback channel.
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
  switch (policy.fallback.calls) {
    case FallbackCalls::kNone:
      return false;
    case FallbackCalls::kNoSideEffects:
      return policy.idempotency == Idempotency::kNoSideEffects;
    case FallbackCalls::kIdempotent:
      return MayRunTwice(policy.idempotency);
  }
  return false;
}

FallbackRoute::FallbackRoute(const MethodPolicy& policy, int grant,
                             int channels) {
  if (channels <= 0 || !MayFallBack(policy)) return;
  channels_ = std::min(channels, defaults::kFallbackChannelsLimit);
  from_attempt_ = FromAttempt(policy, grant);
}

int FallbackRoute::PlaceOf(int number) const {
  return std::clamp(number - from_attempt_ + 1, kHome, channels_);
}

int FallbackRoute::Next(int number,
                        absl::FunctionRef<bool(int place)> helps) const {
  const int own = PlaceOf(number);
  const auto is_of_use = [&](int place) {
    return !IsUnconnected(place) && helps(place);
  };
  for (int place = own; place <= channels_; ++place) {
    if (is_of_use(place)) return place;
  }
  for (int place = kHome; place < own; ++place) {
    if (is_of_use(place)) return place;
  }
  return own;
}

}  // namespace baton::core
