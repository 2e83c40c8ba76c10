// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/store/span_limits.h"

#include <string>

#include "absl/strings/str_cat.h"

namespace baton::traceview {
namespace {

using opentelemetry::proto::common::v1::AnyValue;
using opentelemetry::proto::common::v1::KeyValue;
using opentelemetry::proto::trace::v1::Span;

void CutText(size_t max_bytes, std::string& text) {
  if (text.size() <= max_bytes) return;
  size_t end = max_bytes;
  // Does not cut inside a character of several bytes.
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;
  text.resize(end);
  text += "…";
}

void CutValue(size_t max_bytes, AnyValue& value) {
  if (value.has_string_value()) {
    CutText(max_bytes, *value.mutable_string_value());
    return;
  }
  const size_t bytes = value.ByteSizeLong();
  if (bytes <= max_bytes) return;
  value.set_string_value(absl::StrCat("(", bytes, " bytes, dropped)"));
}

// Returns the number of deleted items.
template <typename T>
uint32_t Cut(int most, google::protobuf::RepeatedPtrField<T>& items) {
  const int surplus = items.size() - most;
  if (surplus <= 0) return 0;
  items.DeleteSubrange(most, surplus);
  return static_cast<uint32_t>(surplus);
}

template <typename T>
void TrimAttributes(const SpanLimits& limits, T& of) {
  const uint32_t dropped = Cut(limits.max_attributes, *of.mutable_attributes());
  if (dropped > 0) {
    of.set_dropped_attributes_count(of.dropped_attributes_count() + dropped);
  }
  for (KeyValue& attribute : *of.mutable_attributes()) {
    CutText(limits.max_value_bytes, *attribute.mutable_key());
    CutValue(limits.max_value_bytes, *attribute.mutable_value());
  }
}

}  // namespace

void Trim(const SpanLimits& limits, Span& span) {
  CutText(limits.max_value_bytes, *span.mutable_name());
  CutText(limits.max_value_bytes, *span.mutable_trace_state());
  if (span.has_status()) {
    CutText(limits.max_value_bytes, *span.mutable_status()->mutable_message());
  }
  TrimAttributes(limits, span);

  if (const uint32_t n = Cut(limits.max_events, *span.mutable_events())) {
    span.set_dropped_events_count(span.dropped_events_count() + n);
  }
  for (Span::Event& event : *span.mutable_events()) {
    CutText(limits.max_value_bytes, *event.mutable_name());
    TrimAttributes(limits, event);
  }
  if (const uint32_t n = Cut(limits.max_links, *span.mutable_links())) {
    span.set_dropped_links_count(span.dropped_links_count() + n);
  }
  for (Span::Link& link : *span.mutable_links()) {
    CutText(limits.max_value_bytes, *link.mutable_trace_state());
    TrimAttributes(limits, link);
  }
}

void Trim(const SpanLimits& limits,
          opentelemetry::proto::resource::v1::Resource& resource) {
  TrimAttributes(limits, resource);
}

}  // namespace baton::traceview
