// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_MODEL_TRACE_SHAPE_H_
#define BATON_TOOLS_TRACEVIEW_MODEL_TRACE_SHAPE_H_

#include <vector>

#include "tools/traceview/model/span_digest.h"

namespace baton::traceview {

// A call and its attempts, as indexes into the spans.
struct CallShape {
  int call = -1;
  std::vector<int> attempts;  // by time of start
  // The attempts that left the process. A call without attempt spans has one.
  int sent = 1;
  bool hedged = false;  // two attempts ran at the same time
  // The call is OK, and an earlier attempt failed.
  bool saved = false;
};

// The relations between the spans of one trace.
struct TraceShape {
  // The index of each span's parent, or -1. Never contains cycles, even if the
  // spans do.
  std::vector<int> parent;
  // Whether each span is a discarded attempt, because another attempt succeeded
  // first.
  std::vector<bool> loser;
  // Whether each span is an attempt that another attempt replaced, or below
  // such an attempt. Such a span does not explain the end of the request.
  std::vector<bool> superseded;
  // Whether each span is an attempt after the first one of its call that left
  // the process, or below such an attempt: load because of retries.
  std::vector<bool> extra;
  // The limit of the client that ended each attempt and each failed call.
  std::vector<OwnLimit> limit;
  // The span that gives the trace its name. -1 if there is no span.
  int root = -1;
  std::vector<CallShape> calls;  // by time of start
};

TraceShape ShapeOf(const std::vector<SpanDigest>& spans, const Words& words);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_MODEL_TRACE_SHAPE_H_
