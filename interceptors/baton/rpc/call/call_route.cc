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

MethodRecord& CallRoute::Record() const {
  return plan_.record != nullptr ? *plan_.record
                                 : plan_.channel->target().methods().shared();
}

core::RetryBreakers CallRoute::BreakersAt(int channel_index) const {
  return channel_index == kPrimary
             ? plan_.channel->target().BreakersOf(Record())
             : plan_.channel->fallback(channel_index).BreakersOf(plan_.method);
}

bool CallRoute::AllowsRetries(int channel_index, MonotonicTime now) const {
  return !plan_.channel->target().breakers_enabled() ||
         BreakersAt(channel_index).AllowRetries(now);
}

PeerCapabilities& CallRoute::CapabilitiesAt(int channel_index) const {
  return channel_index == kPrimary
             ? plan_.channel->target().capabilities()
             : plan_.channel->fallback(channel_index).capabilities();
}

core::SeenServers& CallRoute::ServersAt(int channel_index) const {
  return channel_index == kPrimary
             ? plan_.channel->servers()
             : plan_.channel->fallback(channel_index).servers();
}

void CallRoute::NoteReach(int from, int next, MonotonicTime now,
                          core::CallProgress& progress) const {
  progress.may_reach_other_server =
      from != next || ServersAt(next).AreSeveral(now);
}

core::TargetLimits CallRoute::LimitsAt(int channel_index) const {
  TargetRecord& target = plan_.channel->target();
  return {target.budget(),
          target.breakers_enabled() ? BreakersAt(channel_index)
                                    : core::RetryBreakers(),
          &account()};
}

int CallRoute::Next(int number, MonotonicTime now,
                    core::CallProgress& progress) const {
  if (!route_.has_fallbacks()) return kPrimary;
  // Retry breakers limit only retries. The first attempt that a server sees is
  // not a retry.
  const bool is_first = core::IsFirstSent(progress);
  const int channel_index = route_.Next(number, [&](int candidate) {
    return is_first || AllowsRetries(candidate, now);
  });
  progress.skips_connection_wait = !route_.IsUnconnected(channel_index);
  return channel_index;
}

bool CallRoute::HonorsKeys(MonotonicTime now) const {
  TargetRecord& target = plan_.channel->target();
  if (target.capabilities().LacksIdempotencyKeys(now)) return false;
  return plan_.record != nullptr && plan_.record->honored_keys.IsRecent(now);
}

void CallRoute::GoTo(int channel_index) {
  channel_index_ = channel_index;
  route_.ForgetUnconnected();
}

int CallRoute::Start(MonotonicTime now, core::CallProgress& progress) const {
  const int channel_index = route_.has_fallbacks() ? channel_index_ : kPrimary;
  progress.grant.SetCallee(CapabilitiesAt(channel_index).Participates(now));
  return channel_index;
}

int CallRoute::NextFallback(int number, MonotonicTime now) const {
  if (!route_.has_fallbacks()) return kPrimary;
  const std::optional<int> from = plan_.policy->fallback.from_attempt;
  if (from.has_value() && number < *from) return kPrimary;
  for (int index = 1; index <= plan_.channel->fallbacks(); ++index) {
    if (!route_.IsUnconnected(index) && AllowsRetries(index, now)) {
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

void CallRoute::OnAttemptEnd(const EndedAttempt& ended, MonotonicTime now) {
  const AttemptFacts& attempt = ended.facts;
  const AttemptOutcome& outcome = ended.outcome;
  if (attempt.fallback != kPrimary && outcome.code != absl::StatusCode::kOk) {
    route_.OnFallbackFailed();
  }
  if (outcome.origin == AttemptOrigin::kServer &&
      attempt.fallback == kPrimary) {
    plan_.channel->outage().End();
  }
  CapabilitiesAt(attempt.fallback).OnAttemptEnd(outcome, now);
  core::SeenServers& servers = ServersAt(attempt.fallback);
  if (outcome.origin == AttemptOrigin::kServer &&
      servers.WantsAddress(outcome.code != absl::StatusCode::kOk, now)) {
    servers.OnAnswer(ended.details.peer(), attempt.started_at, now);
  }
  if (plan_.idempotency_key.empty() || attempt.fallback != kPrimary ||
      !outcome.advice.has_value() || !outcome.advice->honors_idempotency_keys) {
    return;
  }
  if (plan_.record != nullptr) plan_.record->honored_keys.Note(now);
}

void CallRoute::OnFailure(const AttemptFacts& attempt,
                          const AttemptOutcome& outcome,
                          OutcomeClass outcome_class) const {
  const MonotonicTime now = plan_.runtime().Now();
  if (outcome_class == OutcomeClass::kExpired && plan_.record != nullptr &&
      plan_.record->latency.IsTooShort(
          plan_.enforced.Remaining(attempt.started_at), now)) {
    return;
  }
  BreakersAt(attempt.fallback)
      .OnFailure({attempt.started_at, now, outcome.connection_lost});
}

void CallRoute::OnSuccess(const AttemptFacts& attempt,
                          MonotonicTime now) const {
  BreakersAt(attempt.fallback).OnSuccess(attempt.started_at, now);
}

}  // namespace baton::rpc
