// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_POLICY_FIELDS_H_
#define BATON_CONFIG_POLICY_FIELDS_H_

#include "baton/config/classifier_fields.h"
#include "baton/policy/policy.h"

// The only mapping between the fields of policy.proto and the members of the
// option structs in baton/policy. `Io` is a class that reads the fields from a
// message or writes them to one: see policy_reader.cc and policy_writer.cc.
// server_fields.h has the sections for servers.
namespace baton::config {

template <typename Io>
void VisitFields(Io& io, DeadlineOptions& options) {
  io.Enum("missing", options.missing);
  io.Duration("default_timeout", options.default_timeout);
  io.Duration("max_timeout", options.max_timeout);
  io.Duration("attempt_timeout", options.attempt_timeout);
  io.Duration("connect_timeout", options.connect_timeout);
  io.Duration("hop_reserve", options.hop_reserve);
  io.Number("hop_reserve_ratio", options.hop_reserve_ratio);
  io.Duration("min_attempt_time", options.min_attempt_time);
}

template <typename Io>
void VisitFields(Io& io, Owner& owner) {
  io.Enum("mode", owner.mode);
  io.Int("kept_grant", owner.kept_grant);
}

template <typename Io>
void VisitFields(Io& io, BackoffOptions& options) {
  io.Duration("initial", options.initial);
  io.Duration("max", options.max);
  io.Number("multiplier", options.multiplier);
  io.Enum("jitter", options.jitter);
}

template <typename Io>
void VisitFields(Io& io, ClassRetryOptions& options) {
  io.Group("backoff", options.backoff);
  io.Optional("max_attempts", options.max_attempts, &Io::Int);
  io.Duration("max_time", options.max_time);
}

template <typename Io>
void VisitFields(Io& io, RetryOptions& options) {
  io.Int("max_attempts", options.max_attempts);
  io.Int("edge_grant", options.edge_grant);
  io.Optional("unlinked_grant", options.unlinked_grant, &Io::Int);
  io.Group("owner", options.owner);
  io.Group("classifier", options.classifier);
  io.Group("backoff", options.backoff);
  io.Group("throttled", options.throttled);
  io.Group("contention", options.contention);
  io.Number("pushback_jitter_ratio", options.pushback_jitter_ratio);
  io.Duration("max_pushback", options.max_pushback);
  io.Duration("max_connection_wait", options.max_connection_wait);
  io.Duration("max_retry_time", options.max_retry_time);
  io.Int("max_replay_bytes", options.max_replay_bytes);
}

template <typename Io>
void VisitFields(Io& io, HedgeOptions& options) {
  io.Int("max_attempts", options.max_attempts);
  io.Optional("delay", options.delay, &Io::Duration);
  io.Number("percentile", options.percentile);
  io.Number("max_extra_load_ratio", options.max_extra_load_ratio);
  io.Codes("non_fatal_codes", options.non_fatal_codes);
}

template <typename Io>
void VisitFields(Io& io, LateAttemptOptions& options) {
  io.Bool("start_second_attempt", options.start_second_attempt);
}

template <typename Io>
void VisitFields(Io& io, StreamOptions& options) {
  io.Int("max_replay_bytes", options.max_replay_bytes);
  io.Duration("idle_timeout", options.idle_timeout);
  io.Duration("first_answer_timeout", options.first_answer_timeout);
}

template <typename Io>
void VisitFields(Io& io, FallbackOptions& options) {
  io.Enum("eligible_calls", options.eligible_calls);
  io.Optional("from_attempt", options.from_attempt, &Io::Int);
  io.Bool("first_if_unconnected", options.first_if_unconnected);
}

template <typename Io>
void VisitFields(Io& io, IdempotencyKeyOptions& options) {
  io.Bool("send", options.send);
  io.Bool("honored", options.honored);
}

template <typename Io>
void VisitFields(Io& io, RetryBreakerOptions& options) {
  io.Bool("enabled", options.enabled);
}

template <typename Io>
void VisitFields(Io& io, ProcessReplayOptions& options) {
  io.Int("max_bytes", options.max_bytes);
}

template <typename Io>
void VisitFields(Io& io, MethodPolicy& policy) {
  io.Enum("mode", policy.mode);
  io.Enum("idempotency", policy.idempotency);
  io.Optional("wait_for_ready", policy.wait_for_ready, &Io::Bool);
  io.Group("deadline", policy.deadline);
  io.Group("retry", policy.retry);
  io.Group("hedge", policy.hedge);
  io.Group("late", policy.late);
  io.Group("stream", policy.stream);
  io.Group("fallback", policy.fallback);
  io.Group("idempotency_key", policy.idempotency_key);
}

template <typename Io>
void VisitFields(Io& io, ProcessBudgetOptions& options) {
  io.Number("capacity", options.capacity);
  io.Number("deposit", options.deposit);
  io.Number("refill_limit", options.refill_limit);
  io.Number("refill_per_second", options.refill_per_second);
  io.Number("transient_cost", options.transient_cost);
  io.Number("timeout_cost", options.timeout_cost);
  io.Number("throttled_cost", options.throttled_cost);
  io.Number("max_ratio_per_call", options.max_ratio_per_call);
}

}  // namespace baton::config

#endif  // BATON_CONFIG_POLICY_FIELDS_H_
