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
          kCallDuration, "From the call to its final status", "s")),
      attempt_started(meter->CreateUInt64Counter(
          kAttemptStarted, "Attempts, also those that have not ended",
          "{attempt}")),
      attempt_duration(meter->CreateDoubleHistogram(
          kAttemptDuration, "From an attempt to its status", "s")),
      call_retries(meter->CreateUInt64Histogram(
          kCallRetries, "Retries of a call that had any", "{retry}")),
      call_hedges(meter->CreateUInt64Histogram(
          kCallHedges, "Hedges of a call that had any", "{hedge}")),
      call_retry_delay(meter->CreateDoubleHistogram(
          kCallRetryDelay, "Waiting in a call between its attempts", "s")),
      suppressed(meter->CreateUInt64Counter(
          kSuppressedCalls, "Calls that a rule forbade to retry", "{call}")),
      outcome_unknown(meter->CreateUInt64Counter(
          kUnknownOutcomes, "Failed calls that may have had their effect",
          "{call}")),
      deadline_missing(meter->CreateUInt64Counter(
          kMissingDeadlines, "Calls that came without a deadline", "{call}")),
      deadline_capped(meter->CreateUInt64Counter(
          kCappedDeadlines, "Calls whose deadline was too far off", "{call}")),
      request_started(meter->CreateUInt64Counter(
          kRequestStarted, "Requests, also those that have not ended",
          "{call}")),
      request_duration(meter->CreateDoubleHistogram(
          kRequestDuration, "From a request to its end", "s")),
      grant_absent(meter->CreateUInt64Counter(
          kAbsentGrants, "Requests without a retry budget", "{call}")),
      grant_clamped(meter->CreateUInt64Counter(
          kClampedGrants, "Requests that were granted too much", "{call}")),
      grant_malformed(meter->CreateUInt64Counter(
          kMalformedGrants, "Requests with an unusable retry budget",
          "{call}")),
      request_repeated(meter->CreateUInt64Counter(
          kRepeatedRequests, "Requests that repeat an earlier one", "{call}")),
      request_refused(meter->CreateUInt64Counter(
          kRefusedRequests, "Requests that no handler saw", "{call}")),
      request_deadline_missing(meter->CreateUInt64Counter(
          kRequestsWithoutDeadline, "Requests without a deadline", "{call}")),
      meter_(std::move(meter)),
      callbacks_(gauges),
      budget_level_(meter_->CreateDoubleObservableGauge(
          kBudgetLevel, "What retries to the target may still cost",
          "{token}")),
      budget_capacity_(meter_->CreateDoubleObservableGauge(
          kBudgetCapacity, "The most that the budget ever holds", "{token}")),
      target_healthy_(meter_->CreateInt64ObservableGauge(
          kTargetHealthy, "1 while retries to the target go, else 0", "1")) {
  budget_level_->AddCallback(callbacks_.budget_level, callbacks_.state);
  budget_capacity_->AddCallback(callbacks_.budget_capacity, callbacks_.state);
  target_healthy_->AddCallback(callbacks_.target_healthy, callbacks_.state);
}

Instruments::~Instruments() {
  budget_level_->RemoveCallback(callbacks_.budget_level, callbacks_.state);
  budget_capacity_->RemoveCallback(callbacks_.budget_capacity,
                                   callbacks_.state);
  target_healthy_->RemoveCallback(callbacks_.target_healthy, callbacks_.state);
}

}  // namespace baton::otel
