// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/instruments.h"

#include <utility>

#include "baton/otel/metric_names.h"

namespace baton::otel {
namespace {

namespace metrics = opentelemetry::metrics;
namespace nostd = opentelemetry::nostd;

}  // namespace

Instruments::Instruments(nostd::shared_ptr<metrics::Meter> meter,
                         const Gauges& gauges)
    : call_duration(meter->CreateDoubleHistogram(
          kCallDuration, "Time from the start of a call to its final status",
          "s")),
      attempt_started(meter->CreateUInt64Counter(
          kAttemptStarted, "Started attempts", "{attempt}")),
      attempt_duration(meter->CreateDoubleHistogram(
          kAttemptDuration, "Time from the start of an attempt to its status",
          "s")),
      call_retries(meter->CreateUInt64Histogram(
          kCallRetries, "Retries of each call with at least one", "{retry}")),
      call_hedges(meter->CreateUInt64Histogram(
          kCallHedges, "Hedges of each call with at least one", "{hedge}")),
      call_retry_delay(meter->CreateDoubleHistogram(
          kCallRetryDelay, "Total wait of a call before its retries", "s")),
      suppressed(meter->CreateUInt64Counter(
          kSuppressedCalls, "Failed calls with a suppressed retry", "{call}")),
      outcome_unknown(meter->CreateUInt64Counter(
          kUnknownOutcomes,
          "Failed calls that may have taken effect on the server", "{call}")),
      unlinked(meter->CreateUInt64Counter(
          kUnlinkedCalls,
          "Calls of no request, in a process that served requests", "{call}")),
      saved(meter->CreateUInt64Counter(
          kSavedCalls, "Calls that succeeded after a failed attempt",
          "{call}")),
      failed_attempts(meter->CreateUInt64Counter(
          kFailedAttempts, "Failed attempts, by the address of the server",
          "{attempt}")),
      deadline_missing(meter->CreateUInt64Counter(
          kMissingDeadlines,
          "Calls with neither an own nor an inherited deadline", "{call}")),
      deadline_capped(meter->CreateUInt64Counter(
          kCappedDeadlines,
          "Calls whose timeout exceeded the maximum of the policy", "{call}")),
      request_started(meter->CreateUInt64Counter(kRequestStarted,
                                                 "Started requests", "{call}")),
      request_duration(meter->CreateDoubleHistogram(
          kRequestDuration, "Time from the start of a request to its end",
          "s")),
      header_absent(meter->CreateUInt64Counter(
          kAbsentHeaders, "Requests without a trusted retry-budget header",
          "{call}")),
      grant_clamped(meter->CreateUInt64Counter(
          kClampedGrants, "Requests whose grant exceeded the server's maximum",
          "{call}")),
      header_malformed(meter->CreateUInt64Counter(
          kMalformedHeaders,
          "Requests with an invalid or looped retry-budget header", "{call}")),
      request_repeated(meter->CreateUInt64Counter(
          kRepeatedRequests, "Requests that repeat an earlier attempt",
          "{call}")),
      request_rejected(meter->CreateUInt64Counter(
          kRejectedRequests, "Requests rejected before their handler",
          "{call}")),
      request_deadline_missing(meter->CreateUInt64Counter(
          kRequestsWithoutDeadline, "Requests without a deadline", "{call}")),
      keyed_requests(meter->CreateUInt64Counter(
          kKeyedRequests, "Requests with an idempotency key, by its effect",
          "{call}")),
      replay_wait(meter->CreateDoubleHistogram(
          kReplayWait, "Wait of a request for an earlier one with its key",
          "s")),
      replay_store_failed(meter->CreateUInt64Counter(
          kReplayStoreFailures,
          "Requests whose replay store failed, or did not store their end",
          "{call}")),
      meter_(std::move(meter)),
      callbacks_(gauges),
      budget_level_(meter_->CreateDoubleObservableGauge(
          kProcessBudgetLevel,
          "Tokens left in the process budget of the target", "{token}")),
      budget_capacity_(meter_->CreateDoubleObservableGauge(
          kProcessBudgetCapacity,
          "Capacity of the process budget of the target", "{token}")),
      open_breakers_(meter_->CreateInt64ObservableGauge(
          kRetryBreakerOpen,
          "Open retry breakers of the target and of its methods", "{breaker}")),
      measured_limit_(meter_->CreateDoubleObservableGauge(
          kMeasuredLimit, "Time after which an attempt of the method is late",
          "s")),
      replay_memory_(meter_->CreateInt64ObservableGauge(
          kReplayMemory,
          "Bytes of requests and messages that are kept for later attempts",
          "By")),
      process_stall_(meter_->CreateDoubleObservableGauge(
          kProcessStall,
          "Longest recent time in which the process ran nothing that was due",
          "s")) {
  budget_level_->AddCallback(callbacks_.budget_level, callbacks_.state);
  budget_capacity_->AddCallback(callbacks_.budget_capacity, callbacks_.state);
  open_breakers_->AddCallback(callbacks_.open_breakers, callbacks_.state);
  measured_limit_->AddCallback(callbacks_.measured_limit, callbacks_.state);
  replay_memory_->AddCallback(callbacks_.replay_memory, callbacks_.state);
  process_stall_->AddCallback(callbacks_.process_stall, callbacks_.state);
}

Instruments::~Instruments() {
  budget_level_->RemoveCallback(callbacks_.budget_level, callbacks_.state);
  budget_capacity_->RemoveCallback(callbacks_.budget_capacity,
                                   callbacks_.state);
  open_breakers_->RemoveCallback(callbacks_.open_breakers, callbacks_.state);
  measured_limit_->RemoveCallback(callbacks_.measured_limit, callbacks_.state);
  replay_memory_->RemoveCallback(callbacks_.replay_memory, callbacks_.state);
  process_stall_->RemoveCallback(callbacks_.process_stall, callbacks_.state);
}

}  // namespace baton::otel
