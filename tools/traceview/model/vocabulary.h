// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_MODEL_VOCABULARY_H_
#define BATON_TOOLS_TRACEVIEW_MODEL_VOCABULARY_H_

#include "absl/strings/string_view.h"

// Every word of a span that the view understands, once. What it does not
// understand it shows all the same, in the details of the span.
namespace baton::traceview::vocabulary {

// Resources (OpenTelemetry semantic conventions).
inline constexpr absl::string_view kServiceName = "service.name";

// RPC semantic conventions: the names that were, and those that are.
inline constexpr absl::string_view kRpcService = "rpc.service";
inline constexpr absl::string_view kRpcMethod = "rpc.method";
inline constexpr absl::string_view kRpcStatusNumber = "rpc.grpc.status_code";
inline constexpr absl::string_view kRpcStatusWord = "rpc.response.status_code";

// Names of attempt spans begin so; "Attempt.shop.v1.Store/Reserve" (gRFC A72).
inline constexpr absl::string_view kAttemptPrefix = "Attempt.";
// Names of call and server spans of gRPC's own plugins begin so.
inline constexpr absl::string_view kSentPrefix = "Sent.";
inline constexpr absl::string_view kReceivedPrefix = "Recv.";

// What Baton says of calls, attempts and server requests; the names are those
// of baton/otel/span_attributes.h.
inline constexpr absl::string_view kGrant = "retry.grant";
inline constexpr absl::string_view kHop = "retry.hop";
inline constexpr absl::string_view kOwner = "retry.owner";
inline constexpr absl::string_view kAttempt = "retry.attempt";
inline constexpr absl::string_view kKind = "retry.kind";
inline constexpr absl::string_view kFallback = "retry.fallback";
inline constexpr absl::string_view kDecision = "retry.decision";
inline constexpr absl::string_view kReason = "retry.reason";
inline constexpr absl::string_view kAdvice = "retry.advice";

// How long a wait is, and what a server asked for.
inline constexpr absl::string_view kBackoffMs = "retry.backoff_ms";
inline constexpr absl::string_view kPushbackMs = "retry.pushback_ms";
// What a wait was for, where its event does not say so by name.
inline constexpr absl::string_view kWaitCause = "retry.wait_cause";
// The event of a wait is named so, or by its cause alone.
inline constexpr absl::string_view kWaitEvent = "retry.wait";

inline constexpr absl::string_view kBackoff = "backoff";
inline constexpr absl::string_view kPushback = "pushback";
inline constexpr absl::string_view kHedge = "hedge";

// Causes of waits, as baton::ToString(WaitCause) names them.
inline constexpr absl::string_view kWaitCauses[] = {
    kBackoff, "throttled_backoff", kPushback, "retry_info",
    "advice", "connection",
};

}  // namespace baton::traceview::vocabulary

#endif  // BATON_TOOLS_TRACEVIEW_MODEL_VOCABULARY_H_
