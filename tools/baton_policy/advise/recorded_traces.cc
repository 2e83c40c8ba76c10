// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/baton_policy/advise/recorded_traces.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "absl/time/time.h"
#include "tools/traceview/model/span_facts.h"
#include "tools/traceview/store/recording.h"
#include "tools/traceview/store/trace_store.h"

namespace baton::tools {
namespace {

using traceview::SpanFacts;
using traceview::StoredTrace;
using traceview::UnixNanos;
using Span = opentelemetry::proto::trace::v1::Span;

// Returns whether the span is an attempt that reached a server.
bool IsSentAttempt(const SpanFacts& facts) {
  return facts.role == traceview::Role::kAttempt && !facts.method.empty() &&
         !facts.never_sent;
}

bool AddSpan(const Span& span, LatenciesByMethod& latencies) {
  const SpanFacts facts = traceview::ReadFacts(span);
  if (!IsSentAttempt(facts)) return false;
  Latencies& method = latencies[FullMethod(facts.method)];
  if (facts.code == "OK") {
    method.AddAnswers(absl::Nanoseconds(UnixNanos(span.end_time_unix_nano()) -
                                        UnixNanos(span.start_time_unix_nano())),
                      1);
  } else if (IsCut(facts.code)) {
    method.AddCut(1);
  }
  return true;
}

}  // namespace

absl::Status AddRecordedTraces(std::istream& recording,
                               LatenciesByMethod& latencies) {
  // A recording on disk is finite, so the store keeps all of it.
  traceview::StoreLimits limits;
  limits.max_bytes = std::numeric_limits<std::size_t>::max();
  limits.max_traces = std::numeric_limits<std::size_t>::max();
  traceview::TraceStore store(limits);
  const auto read = traceview::ReadRecording(recording, store);
  if (!read.ok()) return read.status();
  bool has_attempts = false;
  std::optional<StoredTrace> trace = store.FirstFrom(0);
  for (; trace.has_value(); trace = store.FirstFrom(trace->row.sequence + 1)) {
    for (const Span& span : trace->spans) {
      has_attempts = AddSpan(span, latencies) || has_attempts;
    }
  }
  if (has_attempts) return absl::OkStatus();
  return absl::InvalidArgumentError("has no spans of attempts");
}

}  // namespace baton::tools
