// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_SPAN_ATTRIBUTES_H_
#define BATON_OTEL_SPAN_ATTRIBUTES_H_

// The names of all events and attributes of Baton's spans. The groups show
// which document defines them. Durations are doubles in milliseconds. Counts
// are ints. docs/telemetry.md explains each name.
namespace baton::otel {

// Events.
inline constexpr char kWaitEvent[] = "retry.wait";

// OpenTelemetry's semantic conventions for RPC and gRPC spans.
inline constexpr char kRpcSystemName[] = "rpc.system.name";
inline constexpr char kRpcMethod[] = "rpc.method";
inline constexpr char kRpcMethodOriginal[] = "rpc.method_original";
inline constexpr char kRpcResponseStatusCode[] = "rpc.response.status_code";

// A prefix. The metadata key follows it.
inline constexpr char kRpcRequestMetadata[] = "rpc.request.metadata.";

// Names of the semantic conventions up to version 1.37. In these versions,
// rpc.method contains only the method name, without the service.
inline constexpr char kRpcSystem[] = "rpc.system";
inline constexpr char kRpcService[] = "rpc.service";
inline constexpr char kRpcGrpcStatusCode[] = "rpc.grpc.status_code";

// General attributes of the semantic conventions, the same in all versions.
inline constexpr char kServerAddress[] = "server.address";
inline constexpr char kServerPort[] = "server.port";
inline constexpr char kNetworkPeerAddress[] = "network.peer.address";
inline constexpr char kNetworkPeerPort[] = "network.peer.port";
inline constexpr char kErrorType[] = "error.type";

// Attributes of gRFC A72, on attempts.
inline constexpr char kPreviousRpcAttempts[] = "previous-rpc-attempts";
inline constexpr char kTransparentRetry[] = "transparent-retry";

// Baton's attributes of calls: the input of a call and its result.
inline constexpr char kRetryGrantUsed[] = "retry.grant_used";
inline constexpr char kRetryOwner[] = "retry.owner";
inline constexpr char kRetryMode[] = "retry.mode";
inline constexpr char kRetryIdempotency[] = "retry.idempotency";
inline constexpr char kRetryIdempotencyKey[] = "retry.idempotency_key";
inline constexpr char kRetryAttemptCount[] = "retry.attempt_count";
inline constexpr char kRetryProcessStallMs[] = "retry.process_stall_ms";
inline constexpr char kRetryUnlinked[] = "retry.unlinked";
inline constexpr char kRetrySuppressed[] = "retry.suppressed";
inline constexpr char kRetryHedgeStopReason[] = "retry.hedge_stop_reason";
inline constexpr char kRetryOutcomeUnknown[] = "retry.outcome_unknown";
inline constexpr char kRetryPrimarySkipped[] = "retry.primary_skipped";

// Baton's attributes of attempts.
inline constexpr char kRetryAttemptNumber[] = "retry.attempt_number";
inline constexpr char kRetryKind[] = "retry.kind";
inline constexpr char kRetryFallback[] = "retry.fallback";
inline constexpr char kRetryOrigin[] = "retry.origin";
inline constexpr char kRetryNeverSent[] = "retry.never_sent";
inline constexpr char kRetryOutcomeClass[] = "retry.outcome_class";
inline constexpr char kRetryErrorDomain[] = "retry.error_domain";
inline constexpr char kRetryErrorMessage[] = "retry.error_message";
inline constexpr char kRetryErrorReason[] = "retry.error_reason";
inline constexpr char kRetryRequestId[] = "retry.request_id";
inline constexpr char kRetryUsedBelow[] = "retry.used_below";
inline constexpr char kRetryLateStopReason[] = "retry.late_stop_reason";
inline constexpr char kRetryResultDiscarded[] = "retry.result_discarded";

// Baton's attributes of calls, attempts and requests.
inline constexpr char kRetryGrant[] = "retry.grant";
inline constexpr char kRetryForwardedGrant[] = "retry.forwarded_grant";
inline constexpr char kRetryHop[] = "retry.hop";
inline constexpr char kRetryDecision[] = "retry.decision";
inline constexpr char kRetryStopReason[] = "retry.stop_reason";
inline constexpr char kRetryWaitMs[] = "retry.wait_ms";
inline constexpr char kRetryWaitCause[] = "retry.wait_cause";
inline constexpr char kRetryPushbackMs[] = "retry.pushback_ms";
inline constexpr char kRetryAdvice[] = "retry.advice";
inline constexpr char kRetryAdviceReason[] = "retry.advice_reason";
inline constexpr char kRetryAdviceScope[] = "retry.advice_scope";

// Baton's attributes of requests.
inline constexpr char kRetryEdge[] = "retry.edge";
inline constexpr char kRetryRepeated[] = "retry.repeated";
inline constexpr char kRetryHeader[] = "retry.header";
inline constexpr char kRetryHeaderStripped[] = "retry.header_stripped";
inline constexpr char kRetryHeaderClamped[] = "retry.header_clamped";
inline constexpr char kRetryHiddenRetries[] = "retry.hidden_retries";
inline constexpr char kRetryRejection[] = "retry.rejection";
inline constexpr char kRetryRejectionObserved[] = "retry.rejection_observed";
inline constexpr char kRetryReplay[] = "retry.replay";
inline constexpr char kRetryReplayWaitMs[] = "retry.replay_wait_ms";
inline constexpr char kRetryReplayStoreFailed[] = "retry.replay_store_failed";
inline constexpr char kRetryOutgoingCalls[] = "retry.outgoing_calls";

// Baton's attributes of units.
inline constexpr char kUnitName[] = "unit.name";
inline constexpr char kUnitRunNumber[] = "unit.run_number";
inline constexpr char kUnitRuns[] = "unit.runs";
inline constexpr char kUnitVerifications[] = "unit.verifications";
inline constexpr char kUnitBlockedBy[] = "unit.blocked_by";

// Baton's attributes about deadlines.
inline constexpr char kDeadlineSource[] = "deadline.source";
inline constexpr char kDeadlineTimeoutMs[] = "deadline.timeout_ms";
inline constexpr char kDeadlineRemainingMs[] = "deadline.remaining_ms";
inline constexpr char kDeadlineMissing[] = "deadline.missing";
inline constexpr char kDeadlineCapped[] = "deadline.capped";

}  // namespace baton::otel

#endif  // BATON_OTEL_SPAN_ATTRIBUTES_H_
