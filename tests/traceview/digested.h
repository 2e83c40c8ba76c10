// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_TRACEVIEW_DIGESTED_H_
#define BATON_TESTS_TRACEVIEW_DIGESTED_H_

#include <string>
#include <vector>

#include "tests/traceview/trace_building.h"
#include "tools/traceview/model/span_digest.h"
#include "tools/traceview/model/trace_shape.h"
#include "tools/traceview/model/trace_summary.h"

namespace baton::traceview {

// The digests of the spans of one trace.
struct Digested {
  Words words;
  std::vector<SpanDigest> spans;

  void Add(const Span& span, const std::string& service) {
    spans.push_back(Digest(span, ReadFacts(span), service, words));
  }
};

inline void DigestAll(const TraceRequest& request, Digested& digested) {
  for (const auto& resource : request.resource_spans()) {
    for (const Span& span : resource.scope_spans(0).spans()) {
      digested.Add(span, ServiceName(resource.resource()));
    }
  }
}

inline TraceSummary SummaryOf(const Digested& digested) {
  return Summarize(digested.spans, ShapeOf(digested.spans, digested.words),
                   digested.words);
}

}  // namespace baton::traceview

#endif  // BATON_TESTS_TRACEVIEW_DIGESTED_H_
