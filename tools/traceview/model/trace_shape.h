// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_MODEL_TRACE_SHAPE_H_
#define BATON_TOOLS_TRACEVIEW_MODEL_TRACE_SHAPE_H_

#include <vector>

#include "tools/traceview/model/span_digest.h"

namespace baton::traceview {

// A call and its attempts, as indexes of spans.
struct CallShape {
  int call = -1;
  std::vector<int> attempts;  // by time of start
  bool hedged = false;        // two of them ran at the same time
  // OK, though an attempt had failed before.
  bool saved = false;
};

// How the spans of one trace hang together.
struct TraceShape {
  // For each span: the index of its parent, or -1. There are no cycles,
  // whatever the spans say.
  std::vector<int> parent;
  // For each span: the attempt lost a race that another one won.
  std::vector<bool> loser;
  // For each span: it is an attempt whose place another one took, or below
  // one, so that it is not what the request ended for.
  std::vector<bool> superseded;
  // The span that the trace is named for; -1 if there is no span.
  int root = -1;
  std::vector<CallShape> calls;  // by time of start
};

TraceShape ShapeOf(const std::vector<SpanDigest>& spans, const Words& words);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_MODEL_TRACE_SHAPE_H_
