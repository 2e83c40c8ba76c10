// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_SPAN_ATTRIBUTES_H_
#define BATON_OTEL_SPAN_ATTRIBUTES_H_

// Every name that our spans carry, once, with where it comes from. Durations
// are double and in milliseconds, counts are int; docs/telemetry.md says what
// each one means.
namespace baton::otel {

// Span events.
inline constexpr char kWaitEvent[] = "retry.wait";

// OpenTelemetry semantic conventions for RPC spans and for gRPC.
inline constexpr char kRpcSystemName[] = "rpc.system.name";
inline constexpr char kRpcMethod[] = "rpc.method";
inline constexpr char kRpcResponseStatusCode[] = "rpc.response.status_code";

// With the key of the metadata behind it.
inline constexpr char kRpcRequestMetadata[] = "rpc.request.metadata.";

// The same up to version 1.37, when rpc.method was the method's own name.
inline constexpr char kRpcSystem[] = "rpc.system";
inline constexpr char kRpcService[] = "rpc.service";
inline constexpr char kRpcGrpcStatusCode[] = "rpc.grpc.status_code";

// Semantic conventions, general attributes: the same in both.
inline constexpr char kServerAddress[] = "server.address";
inline constexpr char kServerPort[] = "server.port";
inline constexpr char kNetworkPeerAddress[] = "network.peer.address";
inline constexpr char kNetworkPeerPort[] = "network.peer.port";
inline constexpr char kErrorType[] = "error.type";

// gRFC A72, on attempts.
inline constexpr char kPreviousRpcAttempts[] = "previous-rpc-attempts";
inline constexpr char kTransparentRetry[] = "transparent-retry";

// Ours, on calls: what a call was given and what became of it.
inline constexpr char kRetryGrantUsed[] = "retry.grant_used";
inline constexpr char kRetryOwner[] = "retry.owner";
inline constexpr char kRetryMode[] = "retry.mode";
inline constexpr char kRetryIdempotency[] = "retry.idempotency";
inline constexpr char kRetryAttempts[] = "retry.attempts";
inline constexpr char kRetrySuppressed[] = "retry.suppressed";
inline constexpr char kRetryHedgeRefused[] = "retry.hedge_refused";
inline constexpr char kRetryOutcomeUnknown[] = "retry.outcome_unknown";

// Ours, on attempts.
inline constexpr char kRetryAttempt[] = "retry.attempt";
inline constexpr char kRetryKind[] = "retry.kind";
inline constexpr char kRetryFallback[] = "retry.fallback";
inline constexpr char kRetryOrigin[] = "retry.origin";
inline constexpr char kRetryClass[] = "retry.class";
inline constexpr char kRetryErrorReason[] = "retry.error_reason";
inline constexpr char kRetryUsedBelow[] = "retry.used_below";
inline constexpr char kRetryDropped[] = "retry.dropped";

// Ours, on calls, attempts and requests as far as they apply.
inline constexpr char kRetryGrant[] = "retry.grant";
inline constexpr char kRetryHop[] = "retry.hop";
inline constexpr char kRetryDecision[] = "retry.decision";
inline constexpr char kRetryReason[] = "retry.reason";
inline constexpr char kRetryBackoffMs[] = "retry.backoff_ms";
inline constexpr char kRetryWaitCause[] = "retry.wait_cause";
inline constexpr char kRetryPushbackMs[] = "retry.pushback_ms";
inline constexpr char kRetryAdvice[] = "retry.advice";
inline constexpr char kRetryAdviceWhy[] = "retry.advice_why";

// Ours, on requests.
inline constexpr char kRetryEdge[] = "retry.edge";
inline constexpr char kRetryRepeated[] = "retry.repeated";
inline constexpr char kRetryHeader[] = "retry.header";
inline constexpr char kRetryHeaderStripped[] = "retry.header_stripped";
inline constexpr char kRetryHeaderClamped[] = "retry.header_clamped";
inline constexpr char kRetryHiddenRetries[] = "retry.hidden_retries";
inline constexpr char kRetryRefusal[] = "retry.refusal";
inline constexpr char kRetryRefusalObserved[] = "retry.refusal_observed";
inline constexpr char kRetryCalls[] = "retry.calls";

// Ours, on what has a deadline or should have one.
inline constexpr char kDeadlineSource[] = "deadline.source";
inline constexpr char kDeadlineTimeoutMs[] = "deadline.timeout_ms";
inline constexpr char kDeadlineRemainingMs[] = "deadline.remaining_ms";
inline constexpr char kDeadlineMissing[] = "deadline.missing";
inline constexpr char kDeadlineCapped[] = "deadline.capped";

}  // namespace baton::otel

#endif  // BATON_OTEL_SPAN_ATTRIBUTES_H_
