// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_MODEL_VOCABULARY_H_
#define BATON_TOOLS_TRACEVIEW_MODEL_VOCABULARY_H_

#include "absl/strings/string_view.h"

// Every name in a span that the view understands. The view shows all other
// attributes in the details of the span.
namespace baton::traceview::vocabulary {

// Resources (OpenTelemetry semantic conventions).
inline constexpr absl::string_view kServiceName = "service.name";

// RPC semantic conventions: old and current names.
inline constexpr absl::string_view kRpcService = "rpc.service";
inline constexpr absl::string_view kRpcMethod = "rpc.method";
inline constexpr absl::string_view kRpcStatusNumber = "rpc.grpc.status_code";
inline constexpr absl::string_view kRpcStatusWord = "rpc.response.status_code";

// Prefix of attempt spans: "Attempt.shop.v1.Store/Reserve" (gRFC A72).
inline constexpr absl::string_view kAttemptPrefix = "Attempt.";
// Prefixes of the call and server spans of gRPC's own plugins.
inline constexpr absl::string_view kSentPrefix = "Sent.";
inline constexpr absl::string_view kReceivedPrefix = "Recv.";

// Baton's attributes of calls, attempts and requests, with the names of
// baton/otel/span_attributes.h.
inline constexpr absl::string_view kGrant = "retry.grant";
inline constexpr absl::string_view kForwardedGrant = "retry.forwarded_grant";
inline constexpr absl::string_view kHop = "retry.hop";
inline constexpr absl::string_view kOwner = "retry.owner";
inline constexpr absl::string_view kAttempt = "retry.attempt_number";
inline constexpr absl::string_view kKind = "retry.kind";
inline constexpr absl::string_view kFallback = "retry.fallback";
inline constexpr absl::string_view kDecision = "retry.decision";
inline constexpr absl::string_view kReason = "retry.stop_reason";
inline constexpr absl::string_view kAdvice = "retry.advice";
inline constexpr absl::string_view kIdempotency = "retry.idempotency";
inline constexpr absl::string_view kNeverSent = "retry.never_sent";

// The time of a call in which the process of its client ran nothing.
inline constexpr absl::string_view kProcessStallMs = "retry.process_stall_ms";

// Who ended an attempt, and the source of the deadline of a call.
inline constexpr absl::string_view kOrigin = "retry.origin";
inline constexpr absl::string_view kDeadlineSource = "deadline.source";

// The length of a wait, and the wait that a server requested.
inline constexpr absl::string_view kWaitMs = "retry.wait_ms";
inline constexpr absl::string_view kPushbackMs = "retry.pushback_ms";
// The cause of a wait, if the name of its event is not the cause.
inline constexpr absl::string_view kWaitCause = "retry.wait_cause";
// The name of a wait event. Some events have the cause as their name instead.
inline constexpr absl::string_view kWaitEvent = "retry.wait";

inline constexpr absl::string_view kBackoff = "backoff";
inline constexpr absl::string_view kPushback = "pushback";
inline constexpr absl::string_view kConnection = "connection";
inline constexpr absl::string_view kNoConnection = "no_connection";
inline constexpr absl::string_view kHedge = "hedge";

// The causes of waits, with the names of baton::ToString(WaitCause).
inline constexpr absl::string_view kWaitCauses[] = {
    kBackoff,    "throttled_backoff", "contention_backoff",
    kPushback,   "retry_info",        "advice",
    kConnection,
};

}  // namespace baton::traceview::vocabulary

#endif  // BATON_TOOLS_TRACEVIEW_MODEL_VOCABULARY_H_
