// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_STORE_TRACE_STORE_H_
#define BATON_TOOLS_TRACEVIEW_STORE_TRACE_STORE_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "opentelemetry/proto/collector/trace/v1/trace_service.pb.h"
#include "tools/traceview/model/trace_shape.h"
#include "tools/traceview/model/trace_summary.h"
#include "tools/traceview/store/span_limits.h"

namespace baton::traceview {

struct StoreLimits {
  // Approximate memory for traces. Above it, the store drops the oldest traces.
  size_t max_bytes = size_t{256} << 20;
  size_t max_traces = 20'000;
  // The limits of one trace. The store drops further spans.
  size_t max_trace_spans = 2'000;
  size_t max_trace_bytes = size_t{8} << 20;
  SpanLimits span;
};

struct StoreStats {
  size_t traces = 0;
  size_t spans = 0;
  size_t bytes = 0;
  uint64_t dropped_traces = 0;  // dropped for newer traces
  uint64_t dropped_spans = 0;   // in traces that were too large
  uint64_t rejected_spans = 0;  // spans without valid ids
};

// A row of the list.
struct TraceRow {
  std::string id;         // 16 bytes
  uint64_t sequence = 0;  // in the order of arrival
  uint64_t dropped_spans = 0;
  TraceSummary summary;
};

// The changes since an earlier revision.
struct StoreChanges {
  uint64_t revision = 0;
  // Traces with a smaller sequence number do not exist any more.
  uint64_t first_sequence = 0;
  StoreStats stats;
  std::vector<TraceRow> rows;
};

// A copy of one trace with all its data.
struct StoredTrace {
  TraceRow row;
  // The spans, in the order of the vectors in `shape`.
  std::vector<opentelemetry::proto::trace::v1::Span> spans;
  TraceShape shape;
  // The index of each span's origin. An entry of `origins` contains the
  // resource and one scope without spans.
  std::vector<int> origin;
  std::vector<opentelemetry::proto::trace::v1::ResourceSpans> origins;
};

// Stores traces in limited memory. Thread-safe.
class TraceStore {
 public:
  explicit TraceStore(const StoreLimits& limits = {});
  ~TraceStore();
  TraceStore(const TraceStore&) = delete;
  TraceStore& operator=(const TraceStore&) = delete;

  // Adds all valid spans. Returns the number of spans with invalid ids. The
  // result does not count spans above the limit of a trace, since the sender
  // cannot correct this. Ignores known spans, since exporters may retry.
  int Add(opentelemetry::proto::collector::trace::v1::ExportTraceServiceRequest
              request);

  StoreChanges Since(uint64_t revision);
  std::optional<StoredTrace> Get(absl::string_view id) const;
  // Returns the oldest trace with at least this sequence number.
  std::optional<StoredTrace> FirstFrom(uint64_t sequence) const;
  StoreStats Stats() const;
  void Clear();

 private:
  struct Trace;
  struct Prepared;

  void Insert(Prepared prepared);
  void MakeRoom();
  static StoredTrace Copy(const Trace& trace);

  const StoreLimits limits_;
  mutable std::mutex mutex_;
  std::map<uint64_t, std::unique_ptr<Trace>> traces_;  // by sequence
  absl::flat_hash_map<std::string, Trace*> by_id_;
  uint64_t next_sequence_ = 1;
  uint64_t revision_ = 0;
  StoreStats stats_;
};

// Returns the trace as one OTLP request, with the spans grouped by origin.
opentelemetry::proto::collector::trace::v1::ExportTraceServiceRequest ToRequest(
    const StoredTrace& trace);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_STORE_TRACE_STORE_H_
