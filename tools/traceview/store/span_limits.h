// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_STORE_SPAN_LIMITS_H_
#define BATON_TOOLS_TRACEVIEW_STORE_SPAN_LIMITS_H_

#include <cstddef>

#include "opentelemetry/proto/resource/v1/resource.pb.h"
#include "opentelemetry/proto/trace/v1/trace.pb.h"

namespace baton::traceview {

// The limits of one span. Data above a limit is dropped and counted in the
// span's own dropped_*_count fields, which the page shows.
struct SpanLimits {
  int max_attributes = 128;  // of a span, an event, a link or a resource
  int max_events = 128;
  int max_links = 128;
  // Longer names, messages and text values are cut between two characters.
  // Larger lists and maps are dropped.
  size_t max_value_bytes = 4096;
};

void Trim(const SpanLimits& limits,
          opentelemetry::proto::trace::v1::Span& span);
void Trim(const SpanLimits& limits,
          opentelemetry::proto::resource::v1::Resource& resource);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_STORE_SPAN_LIMITS_H_
