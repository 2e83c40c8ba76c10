// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_METRIC_NAMES_H_
#define BATON_OTEL_METRIC_NAMES_H_

// The names of all metrics and labels. The groups show which document defines
// them. Durations are in seconds. docs/telemetry.md explains each name.
namespace baton::otel {

// Metrics of gRFC A66, and the labels of these metrics.
inline constexpr char kCallDuration[] = "grpc.client.call.duration";
inline constexpr char kAttemptStarted[] = "grpc.client.attempt.started";
inline constexpr char kAttemptDuration[] = "grpc.client.attempt.duration";
inline constexpr char kRequestStarted[] = "grpc.server.call.started";
inline constexpr char kRequestDuration[] = "grpc.server.call.duration";

inline constexpr char kMethodLabel[] = "grpc.method";
inline constexpr char kTargetLabel[] = "grpc.target";
inline constexpr char kStatusLabel[] = "grpc.status";

// Metrics of gRFC A96.
inline constexpr char kCallRetries[] = "grpc.client.call.retries";
inline constexpr char kCallHedges[] = "grpc.client.call.hedges";
inline constexpr char kCallRetryDelay[] = "grpc.client.call.retry_delay";

// Baton's metrics of calls.
inline constexpr char kSuppressedCalls[] = "retry.suppressed";
inline constexpr char kUnknownOutcomes[] = "retry.outcome_unknown";
inline constexpr char kUnlinkedCalls[] = "retry.unlinked";
inline constexpr char kSavedCalls[] = "retry.saved";
inline constexpr char kFailedAttempts[] = "retry.failed_attempts";
inline constexpr char kMissingDeadlines[] = "deadline.missing";
inline constexpr char kCappedDeadlines[] = "deadline.capped";

inline constexpr char kStopReasonLabel[] = "retry.stop_reason";
inline constexpr char kFallbackLabel[] = "retry.fallback";
inline constexpr char kFailureOriginLabel[] = "retry.failure_origin";
inline constexpr char kPeerLabel[] = "retry.peer";

// Baton's metrics of requests.
inline constexpr char kAbsentHeaders[] = "retry.request.header_absent";
inline constexpr char kClampedGrants[] = "retry.request.grant_clamped";
inline constexpr char kMalformedHeaders[] = "retry.request.header_malformed";
inline constexpr char kRepeatedRequests[] = "retry.request.repeated";
inline constexpr char kRejectedRequests[] = "retry.request.rejected";
inline constexpr char kRequestsWithoutDeadline[] = "deadline.request.missing";
inline constexpr char kKeyedRequests[] = "retry.request.replay";
inline constexpr char kReplayWait[] = "retry.request.replay_wait";
inline constexpr char kReplayStoreFailures[] =
    "retry.request.replay_store_failed";

inline constexpr char kRejectionLabel[] = "retry.rejection";
inline constexpr char kReplayLabel[] = "retry.replay";

// Baton's metrics of targets.
inline constexpr char kProcessBudgetLevel[] = "retry.process_budget.level";
inline constexpr char kProcessBudgetCapacity[] =
    "retry.process_budget.capacity";
inline constexpr char kRetryBreakerOpen[] = "retry.breaker.open";
inline constexpr char kMeasuredLimit[] = "retry.measured_limit";

// Baton's metrics of the process.
inline constexpr char kReplayMemory[] = "retry.replay.memory";
inline constexpr char kProcessStall[] = "retry.process.stall";

}  // namespace baton::otel

#endif  // BATON_OTEL_METRIC_NAMES_H_
