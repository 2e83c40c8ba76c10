// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/call_route.h"

namespace baton::rpc {

CallRoute::CallRoute(const CallPlan& plan) : plan_(plan) {
  const int fallbacks = plan.channel->fallbacks();
  if (fallbacks == 0) return;
  route_ = core::FallbackRoute(*plan.policy, plan.grant, fallbacks);
}

core::HealthGate& CallRoute::HealthAt(int channel_index) const {
  return channel_index == kPrimary
             ? plan_.channel->target().health()
             : plan_.channel->fallback(channel_index).health();
}

core::TargetLimits CallRoute::LimitsAt(int channel_index) const {
  return {plan_.channel->target().budget(), HealthAt(channel_index)};
}

int CallRoute::Next(int number, MonotonicTime now,
                    core::CallProgress& progress) const {
  if (!route_.has_fallbacks()) return kPrimary;
  // Health gates limit only retries. The first attempt that a server sees is
  // not a retry.
  const bool is_first = core::IsFirstSent(progress);
  const int channel_index = route_.Next(number, [&](int candidate) {
    return is_first || HealthAt(candidate).WouldAllow(now);
  });
  progress.skips_connection_wait = !route_.IsUnconnected(channel_index);
  return channel_index;
}

void CallRoute::GoTo(int channel_index) {
  channel_index_ = channel_index;
  route_.ForgetUnconnected();
}

int CallRoute::Start(core::CallProgress& progress) const {
  if (!route_.has_fallbacks()) return kPrimary;
  progress.grant.SetCallee(
      channel_index_ == kPrimary
          ? plan_.channel->target().participates()
          : plan_.channel->fallback(channel_index_).participates());
  return channel_index_;
}

void CallRoute::NoteParticipation(const AttemptFacts& attempt) const {
  if (attempt.fallback == kPrimary) {
    plan_.channel->target().NoteParticipation();
  } else {
    plan_.channel->fallback(attempt.fallback).NoteParticipation();
  }
}

void CallRoute::OnRetryEnded(const AttemptFacts& attempt, bool ok) const {
  HealthAt(attempt.fallback).OnRetryEnded(ok, plan_.runtime().Now());
}

}  // namespace baton::rpc
