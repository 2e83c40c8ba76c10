// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/server/view_json.h"

#include <cstdint>
#include <optional>

#include "absl/strings/escaping.h"
#include "nlohmann/json.hpp"
#include "tools/traceview/model/own_limit.h"
#include "tools/traceview/model/span_facts.h"
#include "tools/traceview/model/stop_words.h"
#include "tools/traceview/server/value_text.h"

namespace baton::traceview {
namespace {

using nlohmann::json;
using opentelemetry::proto::common::v1::KeyValue;
using opentelemetry::proto::trace::v1::Span;

using Attributes = google::protobuf::RepeatedPtrField<KeyValue>;

std::string Text(absl::string_view text) {
  return std::string(text.data(), text.size());
}

std::string Hex(const std::string& id) { return absl::BytesToHexString(id); }

double Micros(int64_t nanos) { return static_cast<double>(nanos) / 1e3; }

std::string Dump(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

json Row(const TraceRow& row) {
  const TraceSummary& summary = row.summary;
  json services = json::array();
  for (const ServiceLoad& service : summary.services) {
    services.push_back({service.name, service.calls, service.extra});
  }
  json badges = json::array();
  if (summary.failed) badges.push_back("failed");
  if (summary.saved) badges.push_back("saved");
  if (summary.suppressed) badges.push_back("suppressed");
  if (summary.retried) badges.push_back("retried");
  if (summary.hedged) badges.push_back("hedged");
  return {{"id", Hex(row.id)},
          {"seq", row.sequence},
          {"name", summary.name},
          {"service", summary.service},
          {"code", summary.code},
          {"start", Micros(summary.start)},
          {"dur", Micros(summary.duration)},
          {"after", Micros(summary.after_answer)},
          {"spans", summary.spans},
          {"dropped", row.dropped_spans},
          {"attempts", summary.attempts},
          {"retries", summary.retries},
          {"most", summary.most_attempts},
          {"badges", std::move(badges)},
          {"reason", summary.reason},
          {"limit", Text(InWords(summary.limit))},
          {"strip", summary.strip},
          {"services", std::move(services)}};
}

json AttributeList(const Attributes& attributes) {
  json list = json::array();
  for (const KeyValue& attribute : attributes) {
    list.push_back({attribute.key(), ValueText(attribute.value())});
  }
  return list;
}

json Events(const Span& span, int64_t zero) {
  json events = json::array();
  for (const Span::Event& event : span.events()) {
    const int64_t at = UnixNanos(event.time_unix_nano());
    events.push_back({{"name", event.name()},
                      {"at", Micros(at - zero)},
                      {"attrs", AttributeList(event.attributes())}});
  }
  return events;
}

json Links(const Span& span) {
  json links = json::array();
  for (const Span::Link& link : span.links()) {
    links.push_back({{"trace", Hex(link.trace_id())},
                     {"span", Hex(link.span_id())},
                     {"attrs", AttributeList(link.attributes())}});
  }
  return links;
}

void Put(json& to, const char* key, const std::optional<int64_t>& value) {
  if (value) to[key] = *value;
}

void Put(json& to, const char* key, const std::string& value) {
  if (!value.empty()) to[key] = value;
}

void PutFacts(json& to, const SpanFacts& facts, int64_t zero) {
  to["role"] = Text(ToString(facts.role));
  to["failed"] = facts.failed;
  Put(to, "method", facts.method);
  Put(to, "code", facts.code);
  Put(to, "grant", facts.grant);
  Put(to, "hop", facts.hop);
  Put(to, "attempt", facts.attempt);
  Put(to, "fallback", facts.fallback);
  Put(to, "owner", facts.owner);
  Put(to, "decision", facts.decision);
  Put(to, "reason", facts.reason);
  Put(to, "advice", facts.advice);
  if (facts.hedge) to["hedge"] = true;
  if (facts.never_sent) to["unsent"] = true;
  if (facts.stall_milliseconds > 0)
    to["stall"] = facts.stall_milliseconds * 1e3;
  if (const auto reason = ParseStopReason(facts.reason)) {
    to["words"] = Text(InWords(*reason));
    to["action"] = Text(WhatToDo(*reason));
  }
  for (const Wait& wait : facts.waits) {
    to["waits"].push_back({{"at", Micros(wait.begins_unix_nano - zero)},
                           {"dur", wait.milliseconds * 1e3},
                           {"cause", wait.cause}});
  }
}

json SpanJson(const StoredTrace& trace, size_t i) {
  const Span& span = trace.spans[i];
  const int64_t zero = trace.row.summary.extent_start;
  const int64_t start = UnixNanos(span.start_time_unix_nano());
  const int64_t end = UnixNanos(span.end_time_unix_nano());
  json made = {
      {"id", Hex(span.span_id())},
      {"parent", trace.shape.parent[i]},
      {"orphan", trace.shape.parent[i] == -1 && !span.parent_span_id().empty()},
      {"name", span.name()},
      {"kind", Span::SpanKind_Name(span.kind())},
      {"start", Micros(start - zero)},
      {"dur", Micros(end > start ? end - start : 0)},
      {"origin", trace.origin[i]},
      {"message", span.status().message()},
      {"attrs", AttributeList(span.attributes())},
      {"events", Events(span, zero)},
      {"links", Links(span)},
      {"cut", span.dropped_attributes_count() + span.dropped_events_count() +
                  span.dropped_links_count()}};
  PutFacts(made, ReadFacts(span), zero);
  Put(made, "limit", Text(InWords(trace.shape.limit[i])));
  if (trace.shape.loser[i]) made["loser"] = true;
  if (trace.shape.superseded[i]) made["superseded"] = true;
  return made;
}

}  // namespace

std::string ChangesJson(const StoreChanges& changes, const StoreLimits& limits,
                        absl::string_view instance) {
  json rows = json::array();
  for (const TraceRow& row : changes.rows) rows.push_back(Row(row));
  const StoreStats& stats = changes.stats;
  return Dump({{"instance", Text(instance)},
               {"revision", changes.revision},
               {"first", changes.first_sequence},
               {"stats",
                {{"traces", stats.traces},
                 {"spans", stats.spans},
                 {"bytes", stats.bytes},
                 {"maxBytes", limits.max_bytes},
                 {"maxTraces", limits.max_traces},
                 {"droppedTraces", stats.dropped_traces},
                 {"droppedSpans", stats.dropped_spans},
                 {"rejectedSpans", stats.rejected_spans}}},
               {"rows", std::move(rows)}});
}

std::string TraceJson(const StoredTrace& trace) {
  json spans = json::array();
  for (size_t i = 0; i < trace.spans.size(); ++i) {
    spans.push_back(SpanJson(trace, i));
  }
  json origins = json::array();
  for (const auto& origin : trace.origins) {
    const auto& scope = origin.scope_spans(0).scope();
    origins.push_back({{"service", ServiceName(origin.resource())},
                       {"attrs", AttributeList(origin.resource().attributes())},
                       {"scope", scope.name()},
                       {"version", scope.version()}});
  }
  return Dump({{"row", Row(trace.row)},
               {"root", trace.shape.root},
               {"told", trace.row.summary.told},
               {"blocked", trace.row.summary.blocked},
               {"extent", Micros(trace.row.summary.extent)},
               {"answered", Micros(trace.row.summary.extent -
                                   trace.row.summary.after_answer)},
               {"origins", std::move(origins)},
               {"spans", std::move(spans)}});
}

}  // namespace baton::traceview
