// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_TRACEVIEW_TRACE_BUILDING_H_
#define BATON_TESTS_TRACEVIEW_TRACE_BUILDING_H_

#include <cstdint>
#include <string>

#include "opentelemetry/proto/collector/trace/v1/trace_service.pb.h"
#include "tests/traceview/sample_traces.h"

// Functions to build spans, for tests that no sample covers.
namespace baton::traceview {

using Span = opentelemetry::proto::trace::v1::Span;

// Returns ids that differ in their last byte.
inline std::string TraceId(uint8_t n) {
  return std::string(15, '\x01') + static_cast<char>(n);
}
inline std::string SpanId(uint8_t n) {
  return std::string(7, '\x02') + static_cast<char>(n);
}

inline Span MakeSpan(uint8_t id, uint8_t parent = 0, Span::SpanKind kind = {},
                     uint64_t start = 0, uint64_t end = 0) {
  Span span;
  span.set_trace_id(TraceId(1));
  span.set_span_id(SpanId(id));
  if (parent != 0) span.set_parent_span_id(SpanId(parent));
  span.set_kind(kind);
  span.set_name("span");
  span.set_start_time_unix_nano(start);
  span.set_end_time_unix_nano(end);
  return span;
}

template <typename T>
void PutText(T& to, const std::string& key, const std::string& value) {
  auto& attribute = *to.add_attributes();
  attribute.set_key(key);
  attribute.mutable_value()->set_string_value(value);
}

template <typename T>
void PutNumber(T& to, const std::string& key, int64_t value) {
  auto& attribute = *to.add_attributes();
  attribute.set_key(key);
  attribute.mutable_value()->set_int_value(value);
}

inline TraceRequest RequestOf(const Span& span,
                              const std::string& service = "shop") {
  TraceRequest request;
  auto& resource = *request.add_resource_spans();
  PutText(*resource.mutable_resource(), "service.name", service);
  *resource.add_scope_spans()->add_spans() = span;
  return request;
}

// Returns a trace of one span.
inline TraceRequest SmallTrace(uint8_t trace) {
  Span span = MakeSpan(1);
  span.set_trace_id(TraceId(trace));
  return RequestOf(span);
}

}  // namespace baton::traceview

#endif  // BATON_TESTS_TRACEVIEW_TRACE_BUILDING_H_
