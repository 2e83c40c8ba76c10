// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/call_route.h"

namespace baton::rpc {

CallRoute::CallRoute(const CallPlan& plan) : plan_(plan) {
  const int fallbacks = plan.channel->fallbacks();
  if (fallbacks == 0) return;
  route_ = core::FallbackRoute(*plan.policy, plan.grant, fallbacks);
  if (plan.first_channel == kPrimary) return;
  channel_index_ = plan.first_channel;
  route_.StartOnFallback();
}

core::HealthGate& CallRoute::HealthAt(int channel_index) const {
  return channel_index == kPrimary
             ? plan_.channel->target().health()
             : plan_.channel->fallback(channel_index).health();
}

PeerCapabilities& CallRoute::CapabilitiesAt(int channel_index) const {
  return channel_index == kPrimary
             ? plan_.channel->target().capabilities()
             : plan_.channel->fallback(channel_index).capabilities();
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

bool CallRoute::HonorsKeys(MonotonicTime now) const {
  TargetRecord& target = plan_.channel->target();
  if (target.capabilities().LacksIdempotencyKeys(now)) return false;
  const MethodRecord* const method = target.methods().Find(plan_.method);
  return method != nullptr && method->honored_keys.IsRecent(now);
}

void CallRoute::GoTo(int channel_index) {
  channel_index_ = channel_index;
  route_.ForgetUnconnected();
}

int CallRoute::Start(core::CallProgress& progress) const {
  if (!route_.has_fallbacks()) return kPrimary;
  progress.grant.SetCallee(CapabilitiesAt(channel_index_).participates());
  return channel_index_;
}

int CallRoute::NextFallback(int number, MonotonicTime now) const {
  if (!route_.has_fallbacks()) return kPrimary;
  const std::optional<int> from = plan_.policy->fallback.from_attempt;
  if (from.has_value() && number < *from) return kPrimary;
  for (int index = 1; index <= plan_.channel->fallbacks(); ++index) {
    if (!route_.IsUnconnected(index) && HealthAt(index).WouldAllow(now)) {
      return index;
    }
  }
  return kPrimary;
}

MonotonicTime CallRoute::OutageOf(const AttemptFacts& attempt) const {
  const bool knew_outage =
      plan_.first_channel != kPrimary && plan_.channel->outage().IsOn();
  if (attempt.fallback != kPrimary && !knew_outage) return attempt.started_at;
  return plan_.channel->outage().OnUnsent(attempt.started_at);
}

void CallRoute::OnAttemptEnd(const AttemptFacts& attempt,
                             const AttemptOutcome& outcome) {
  if (attempt.fallback != kPrimary && outcome.code != absl::StatusCode::kOk) {
    route_.OnFallbackFailed();
  }
  if (outcome.origin == AttemptOrigin::kServer &&
      attempt.fallback == kPrimary) {
    plan_.channel->outage().End();
  }
  const MonotonicTime now = plan_.runtime().Now();
  CapabilitiesAt(attempt.fallback).OnAttemptEnd(outcome, now);
  if (plan_.idempotency_key.empty() || attempt.fallback != kPrimary ||
      !outcome.advice.has_value() || !outcome.advice->honors_idempotency_keys) {
    return;
  }
  MethodRecord* const method =
      plan_.channel->target().methods().Find(plan_.method);
  if (method != nullptr) method->honored_keys.Note(now);
}

void CallRoute::OnRetryEnded(const AttemptFacts& attempt, bool ok) const {
  HealthAt(attempt.fallback).OnRetryEnded(ok, plan_.runtime().Now());
}

}  // namespace baton::rpc
