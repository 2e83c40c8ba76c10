// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/call_route.h"

#include "baton/real_clock.h"

namespace baton::rpc {

CallRoute::CallRoute(const CallPlan& plan) : plan_(plan) {
  const int fallbacks = plan.channel->fallbacks();
  if (fallbacks == 0) return;
  route_ = core::FallbackRoute(*plan.policy, plan.grant, fallbacks);
}

core::HealthGate& CallRoute::HealthAt(int place) const {
  return place == kHome ? plan_.channel->target().health()
                        : plan_.channel->fallback(place).health();
}

core::TargetState CallRoute::StateAt(int place) const {
  return {plan_.channel->target().budget(), HealthAt(place)};
}

int CallRoute::Next(int number, MonotonicTime now,
                    core::CallProgress& progress) const {
  if (!route_.leaves_home()) return kHome;
  // Health gates limit only retries. The first attempt that a server sees is
  // not a retry.
  const bool is_first = core::IsFirstSent(progress);
  const int place = route_.Next(number, [&](int candidate) {
    return is_first || HealthAt(candidate).WouldAllow(now);
  });
  progress.goes_elsewhere = !route_.IsUnconnected(place);
  return place;
}

void CallRoute::GoTo(int place) {
  place_ = place;
  route_.ForgetUnconnected();
}

int CallRoute::Start(core::CallProgress& progress) const {
  if (!route_.leaves_home()) return kHome;
  progress.grant.SetCallee(place_ == kHome
                               ? plan_.channel->target().takes_part()
                               : plan_.channel->fallback(place_).takes_part());
  return place_;
}

void CallRoute::NoteTakesPart(const AttemptFacts& attempt) const {
  if (attempt.fallback == kHome) {
    plan_.channel->target().NoteTakesPart();
  } else {
    plan_.channel->fallback(attempt.fallback).NoteTakesPart();
  }
}

void CallRoute::OnRetryEnded(const AttemptFacts& attempt, bool ok) const {
  HealthAt(attempt.fallback).OnRetryEnded(ok, RealClock().Now());
}

}  // namespace baton::rpc
