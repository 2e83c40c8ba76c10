// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_EXTERNAL_METADATA_H_
#define BATON_RPC_CALL_EXTERNAL_METADATA_H_

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "baton/call_observer.h"

namespace baton::rpc {

// The metadata that observers may add to an attempt on an external channel. See
// ClientOptions::external. On the stack.
class ExternalMetadata final : public AttemptMetadata {
 public:
  // `metadata` must outlive this object.
  ExternalMetadata(AttemptMetadata& metadata, bool sends_trace_context)
      : metadata_(metadata), sends_trace_context_(sends_trace_context) {}

  void Set(absl::string_view key, absl::string_view value) override {
    if (HasPrefix(key, kBaggage)) return;
    if (!sends_trace_context_ && HasPrefix(key, kTraceContext)) return;
    metadata_.Set(key, value);
  }

 private:
  // The prefixes of the keys that propagators of OpenTelemetry use: W3C, B3,
  // Jaeger, OpenTracing, and the formats of clouds.
  static constexpr absl::string_view kBaggage[] = {"baggage", "uberctx-",
                                                   "ot-baggage-"};
  static constexpr absl::string_view kTraceContext[] = {"traceparent",
                                                        "tracestate",
                                                        "b3",
                                                        "x-b3-",
                                                        "uber-trace-id",
                                                        "ot-tracer-",
                                                        "grpc-trace-bin",
                                                        "x-cloud-trace-context",
                                                        "x-amzn-trace-id"};

  static bool HasPrefix(absl::string_view key,
                        absl::Span<const absl::string_view> prefixes) {
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [key](absl::string_view prefix) {
                         return absl::StartsWithIgnoreCase(key, prefix);
                       });
  }

  AttemptMetadata& metadata_;
  const bool sends_trace_context_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_EXTERNAL_METADATA_H_
