// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/store/trace_store.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "tools/traceview/model/span_digest.h"
#include "tools/traceview/model/span_facts.h"

namespace baton::traceview {
namespace {

using opentelemetry::proto::collector::trace::v1::ExportTraceServiceRequest;
using opentelemetry::proto::trace::v1::ResourceSpans;
using opentelemetry::proto::trace::v1::ScopeSpans;
using opentelemetry::proto::trace::v1::Span;

// Memory of a trace and a span besides their text: nodes, pointers, vectors.
constexpr size_t kTraceOverhead = 768;
constexpr size_t kSpanOverhead = sizeof(SpanDigest) + 96;

bool IsId(const std::string& id, size_t size) {
  return id.size() == size && id != std::string(size, '\0');
}

ResourceSpans OriginOf(const ResourceSpans& resource, const ScopeSpans& scope) {
  ResourceSpans origin;
  *origin.mutable_resource() = resource.resource();
  origin.set_schema_url(resource.schema_url());
  ScopeSpans& empty = *origin.add_scope_spans();
  *empty.mutable_scope() = scope.scope();
  empty.set_schema_url(scope.schema_url());
  return origin;
}

}  // namespace

// A span that is ready for insertion. Slow work happens before the lock.
struct TraceStore::Prepared {
  std::string trace_id;
  std::shared_ptr<const std::string> origin;
  std::string service;
  Span span;
  SpanFacts facts;
  std::string bytes;
};

struct TraceStore::Trace {
  std::string id;
  uint64_t sequence = 0;
  uint64_t revision = 0;
  uint64_t dropped_spans = 0;
  size_t bytes = kTraceOverhead;
  // Serialized, which needs a fifth of the memory of the parsed messages.
  std::vector<std::string> origins;
  std::vector<std::string> spans;
  std::vector<int> origin;
  Words words;
  std::vector<SpanDigest> digests;
  absl::flat_hash_set<uint64_t> span_ids;
  std::optional<TraceSummary> summary;  // a cache, reset by each new span

  int OriginIndex(const std::string& serialized) {
    const auto known = std::find(origins.begin(), origins.end(), serialized);
    if (known == origins.end()) {
      bytes += serialized.size();
      origins.push_back(serialized);
      return static_cast<int>(origins.size()) - 1;
    }
    return static_cast<int>(known - origins.begin());
  }

  TraceRow Row() const {
    return {id, sequence, dropped_spans,
            summary ? *summary
                    : Summarize(digests, ShapeOf(digests, words), words)};
  }
};

TraceStore::TraceStore(const StoreLimits& limits) : limits_(limits) {}
TraceStore::~TraceStore() = default;

int TraceStore::Add(ExportTraceServiceRequest request) {
  std::vector<Prepared> all;
  int rejected = 0;
  for (ResourceSpans& resource : *request.mutable_resource_spans()) {
    Trim(limits_.span, *resource.mutable_resource());
    const std::string service = ServiceName(resource.resource());
    for (ScopeSpans& scope : *resource.mutable_scope_spans()) {
      const auto origin = std::make_shared<const std::string>(
          OriginOf(resource, scope).SerializeAsString());
      for (Span& span : *scope.mutable_spans()) {
        if (!IsId(span.trace_id(), 16) || !IsId(span.span_id(), 8)) {
          ++rejected;
          continue;
        }
        Trim(limits_.span, span);
        Prepared prepared;
        prepared.trace_id = span.trace_id();
        prepared.origin = origin;
        prepared.service = service;
        prepared.facts = ReadFacts(span);
        prepared.bytes = span.SerializeAsString();
        prepared.span.Swap(&span);
        all.push_back(std::move(prepared));
      }
    }
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  stats_.rejected_spans += static_cast<uint64_t>(rejected);
  for (Prepared& prepared : all) Insert(std::move(prepared));
  MakeRoom();
  return rejected;
}

void TraceStore::Insert(Prepared prepared) {
  Trace*& entry = by_id_[prepared.trace_id];
  if (!entry) {
    auto fresh = std::make_unique<Trace>();
    fresh->id = prepared.trace_id;
    fresh->sequence = next_sequence_++;
    entry = fresh.get();
    stats_.bytes += fresh->bytes;
    traces_.emplace(fresh->sequence, std::move(fresh));
  }
  Trace& trace = *entry;
  const uint64_t span_id = ParseSpanId(prepared.span.span_id());
  if (trace.span_ids.contains(span_id)) return;
  trace.revision = ++revision_;
  if (trace.spans.size() >= limits_.max_trace_spans ||
      trace.bytes + trace.words.Bytes() + prepared.bytes.size() +
              prepared.origin->size() >
          limits_.max_trace_bytes) {
    ++trace.dropped_spans;
    ++stats_.dropped_spans;
    return;
  }
  const size_t before = trace.bytes + trace.words.Bytes();
  trace.span_ids.insert(span_id);
  trace.origin.push_back(trace.OriginIndex(*prepared.origin));
  trace.digests.push_back(
      Digest(prepared.span, prepared.facts, prepared.service, trace.words));
  trace.bytes += prepared.bytes.size() + kSpanOverhead;
  trace.spans.push_back(std::move(prepared.bytes));
  trace.summary.reset();
  ++stats_.spans;
  stats_.bytes += trace.bytes + trace.words.Bytes() - before;
}

void TraceStore::MakeRoom() {
  while (!traces_.empty() && (traces_.size() > limits_.max_traces ||
                              stats_.bytes > limits_.max_bytes)) {
    const Trace& oldest = *traces_.begin()->second;
    stats_.bytes -= oldest.bytes + oldest.words.Bytes();
    stats_.spans -= oldest.spans.size();
    ++stats_.dropped_traces;
    ++revision_;
    by_id_.erase(oldest.id);
    traces_.erase(traces_.begin());
  }
  stats_.traces = traces_.size();
}

StoreChanges TraceStore::Since(uint64_t revision) {
  const std::lock_guard<std::mutex> lock(mutex_);
  StoreChanges changes;
  changes.revision = revision_;
  changes.first_sequence =
      traces_.empty() ? next_sequence_ : traces_.begin()->first;
  changes.stats = stats_;
  for (const auto& [sequence, trace] : traces_) {
    if (trace->revision <= revision) continue;
    TraceRow row = trace->Row();
    trace->summary = row.summary;
    changes.rows.push_back(std::move(row));
  }
  return changes;
}

StoredTrace TraceStore::Copy(const Trace& trace) {
  StoredTrace copy;
  copy.row = trace.Row();
  copy.shape = ShapeOf(trace.digests, trace.words);
  copy.origin = trace.origin;
  for (const std::string& bytes : trace.spans) {
    copy.spans.emplace_back().ParseFromString(bytes);
  }
  for (const std::string& bytes : trace.origins) {
    copy.origins.emplace_back().ParseFromString(bytes);
  }
  return copy;
}

std::optional<StoredTrace> TraceStore::Get(absl::string_view id) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = by_id_.find(id);
  if (found == by_id_.end()) return std::nullopt;
  return Copy(*found->second);
}

std::optional<StoredTrace> TraceStore::FirstFrom(uint64_t sequence) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = traces_.lower_bound(sequence);
  if (found == traces_.end()) return std::nullopt;
  return Copy(*found->second);
}

StoreStats TraceStore::Stats() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return stats_;
}

void TraceStore::Clear() {
  const std::lock_guard<std::mutex> lock(mutex_);
  by_id_.clear();
  traces_.clear();
  stats_.traces = stats_.spans = stats_.bytes = 0;
  ++revision_;
}

ExportTraceServiceRequest ToRequest(const StoredTrace& trace) {
  ExportTraceServiceRequest request;
  for (const ResourceSpans& origin : trace.origins) {
    *request.add_resource_spans() = origin;
  }
  for (size_t i = 0; i < trace.spans.size(); ++i) {
    *request.mutable_resource_spans(trace.origin[i])
         ->mutable_scope_spans(0)
         ->add_spans() = trace.spans[i];
  }
  return request;
}

}  // namespace baton::traceview
