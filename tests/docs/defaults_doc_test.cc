// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that docs/defaults.md and the option structs agree, in both
// directions.

#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/core/limits/retry_breaker.h"
#include "baton/core/limits/retry_ratio_limiter.h"
#include "baton/policy/defaults.h"
#include "baton/policy/policy.h"
#include "baton/policy/reconnect_options.h"
#include "gtest/gtest.h"
#include "tests/support/doc_table.h"

namespace baton::core {
namespace {

using Rows = std::map<std::string, std::string>;

std::string Text(absl::Duration value) { return absl::FormatDuration(value); }
std::string Text(double value) { return absl::StrCat(value); }
std::string Text(int value) { return absl::StrCat(value); }
std::string Text(StatusCodeSet value) { return value.ToString(); }

void AddBackoff(const std::string& name, const BackoffOptions& options,
                Rows& rows) {
  rows[name + ".initial"] = Text(options.initial);
  rows[name + ".max"] = Text(options.max);
  rows[name + ".multiplier"] = Text(options.multiplier);
  rows[name + ".jitter"] = options.jitter == Jitter::kFull ? "FULL" : "?";
}

void AddRetry(const RetryOptions& retry, Rows& rows) {
  rows["retry.max_attempts"] = Text(retry.max_attempts);
  rows["retry.max_attempts limit"] = Text(defaults::kMaxAttemptsLimit);
  rows["retry.max_attempts limit for any edge_grant"] =
      Text(defaults::kMaxAttemptsForAnyGrant);
  rows["retry.edge_grant"] = Text(retry.edge_grant);
  rows["retry.edge_grant limit"] = Text(defaults::kEdgeGrantLimit);
  rows["retry.owner.mode"] =
      retry.owner.mode == OwnerMode::kKeep ? "KEEP" : "?";
  rows["retry.classifier.retryable_codes"] =
      Text(retry.classifier.retryable_codes);
  AddBackoff("retry.backoff", retry.backoff, rows);
  AddBackoff("retry.throttled.backoff", retry.throttled.backoff, rows);
  rows["retry.throttled.max_time"] = Text(retry.throttled.max_time);
  AddBackoff("retry.contention.backoff", retry.contention.backoff, rows);
  rows["retry.contention.max_time"] = Text(retry.contention.max_time);
  rows["retry.pushback_jitter_ratio"] = Text(retry.pushback_jitter_ratio);
  rows["retry.max_pushback"] = Text(retry.max_pushback);
  rows["retry.max_connection_wait"] = Text(retry.max_connection_wait);
  rows["retry.max_retry_time"] = Text(retry.max_retry_time);
  rows["retry.max_replay_bytes"] = Text(retry.max_replay_bytes);
}

void AddReconnect(const ReconnectOptions& reconnect, Rows& rows) {
  rows["reconnect.min_interval, reconnect.max_interval"] = absl::StrCat(
      Text(reconnect.min_interval), ", ", Text(reconnect.max_interval));
  rows["reconnect.min_interval limit"] =
      Text(defaults::kReconnectIntervalLimit);
  rows["reconnect.max_outage"] = Text(reconnect.max_outage);
}

void AddDeadline(const DeadlineOptions& deadline, Rows& rows) {
  rows["deadline.missing"] =
      deadline.missing == MissingDeadline::kDefault ? "DEFAULT" : "?";
  rows["deadline.default_timeout"] = Text(deadline.default_timeout);
  rows["deadline.max_timeout"] = Text(deadline.max_timeout);
  rows["deadline.attempt_timeout"] = Text(deadline.attempt_timeout);
  rows["deadline.connect_timeout"] = Text(deadline.connect_timeout);
  rows["deadline.hop_reserve"] = Text(deadline.hop_reserve);
  rows["deadline.hop_reserve_ratio"] = Text(deadline.hop_reserve_ratio);
  rows["deadline.min_attempt_time"] = Text(deadline.min_attempt_time);
}

void AddBudget(const ProcessBudgetOptions& budget, Rows& rows) {
  rows["process_budget.capacity"] = Text(budget.capacity);
  rows["process_budget.deposit"] = Text(budget.deposit);
  rows["process_budget.refill_limit"] = Text(budget.refill_limit);
  rows["process_budget.refill_per_second"] = Text(budget.refill_per_second);
  rows["process_budget.transient_cost"] = Text(budget.transient_cost);
  rows["process_budget.timeout_cost"] = Text(budget.timeout_cost);
  rows["process_budget.throttled_cost"] = Text(budget.throttled_cost);
  rows["process_budget.max_ratio_per_call"] = Text(budget.max_ratio_per_call);
}

void AddLate(const LateAttemptOptions& late, Rows& rows) {
  rows["late.start_second_attempt"] =
      late.start_second_attempt ? "true" : "false";
}

void AddHedge(const HedgeOptions& hedge, Rows& rows) {
  rows["hedge.max_attempts"] = Text(hedge.max_attempts);
  rows["hedge.max_attempts limit"] = Text(defaults::kHedgeAttemptsLimit);
  rows["hedge.percentile"] = Text(hedge.percentile);
  rows["hedge.max_extra_load_ratio"] = Text(hedge.max_extra_load_ratio);
  rows["hedge.non_fatal_codes"] = Text(hedge.non_fatal_codes);
}

void AddFallback(const FallbackOptions& fallback, Rows& rows) {
  rows["fallback.eligible_calls"] =
      fallback.eligible_calls == FallbackCalls::kNoSideEffects
          ? "NO_SIDE_EFFECTS"
          : "?";
  rows["fallback.first_if_unconnected"] =
      fallback.first_if_unconnected ? "true" : "false";
  rows["fallback channels, maximum"] = Text(defaults::kFallbackChannelsLimit);
}

void AddServer(const InboundGrantOptions& inbound_grant, Rows& rows) {
  rows["inbound_grant.trust"] =
      inbound_grant.trust == InboundGrantOptions::Trust::kClamp ? "CLAMP" : "?";
  rows["inbound_grant.max_grant"] = Text(inbound_grant.max_grant);
  rows["inbound_grant.max_grant for partners"] =
      Text(defaults::kPartnerGrantLimit);
  const RetryRatioLimitOptions share;
  rows["retry ratio limit of a server, maximum ratio"] = Text(share.max_ratio);
  rows["retry ratio limit of a server, window"] = Text(share.window);
  rows["retry ratio limit of a server, minimum requests"] =
      Text(share.min_requests);
  rows["retry ratio limit of a server, minimum success ratio"] =
      Text(share.min_success_ratio);
  rows["expired requests of a server, maximum rejected ratio"] =
      Text(defaults::kExpiredRequestMaxRejectedRatio);
  rows["expired requests of a server, window"] =
      Text(defaults::kExpiredRequestWindow);
}

void AddRetryBreakers(const RetryBreakerOptions& options, Rows& rows) {
  using core::RetryBreaker;
  rows["retry_breaker.enabled"] = options.enabled ? "true" : "false";
  rows["retry breaker of a method, opens at"] =
      Text(RetryBreaker::kOfMethod.opens_at);
  rows["retry breaker of a target, opens at"] =
      Text(RetryBreaker::kOfTarget.opens_at);
  rows["retry breaker, failures that one success subtracts"] =
      Text(RetryBreaker::kSuccess);
  rows["retry breaker, forgets after"] = Text(RetryBreaker::kForgetAfter);
}

Rows CodeSays() {
  const Policy policy;
  const MethodPolicy& method = policy.everything();
  Rows rows;
  rows["mode"] = method.mode == Mode::kEnforce ? "ENFORCE" : "OBSERVE";
  rows["idempotency"] =
      method.idempotency == Idempotency::kUnknown ? "UNKNOWN" : "?";
  AddRetry(method.retry, rows);
  AddReconnect(ReconnectOptions(), rows);
  AddDeadline(method.deadline, rows);
  AddBudget(policy.process_budget, rows);
  AddHedge(method.hedge, rows);
  AddLate(method.late, rows);
  AddFallback(method.fallback, rows);
  rows["idempotency_key.send"] = method.idempotency_key.send ? "true" : "false";
  rows["idempotency_key.honored"] =
      method.idempotency_key.honored ? "true" : "false";
  AddServer(InboundGrantOptions(), rows);
  AddRetryBreakers(policy.retry_breaker, rows);
  rows["stream.max_replay_bytes"] = Text(method.stream.max_replay_bytes);
  rows["stream.idle_timeout"] = Text(method.stream.idle_timeout);
  rows["stream.first_answer_timeout"] =
      Text(method.stream.first_answer_timeout);
  rows["stop_all_retries"] = policy.stop_all_retries ? "true" : "false";
  rows["process_replay.max_bytes"] = Text(policy.process_replay.max_bytes);
  const ReplayOptions replay;
  rows["request_replay.keep_for"] = Text(replay.keep_for);
  rows["request_replay.outcome_unknown"] =
      replay.outcome_unknown == OutcomeUnknown::kRefuse ? "REFUSE" : "?";
  rows["request_replay.store_failure"] =
      replay.store_failure == StoreFailure::kServeReads ? "SERVE_READS" : "?";
  return rows;
}

TEST(DefaultsDocTest, TableMatchesTheCode) {
  Rows documented = DocTable("docs/defaults.md");
  documented.erase("setting");  // the header of the table
  EXPECT_EQ(documented, CodeSays());
}

}  // namespace
}  // namespace baton::core
