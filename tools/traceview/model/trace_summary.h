// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_MODEL_TRACE_SUMMARY_H_
#define BATON_TOOLS_TRACEVIEW_MODEL_TRACE_SUMMARY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tools/traceview/model/span_digest.h"
#include "tools/traceview/model/trace_shape.h"

namespace baton::traceview {

// A service that a request touched.
struct ServiceLoad {
  std::string name;
  // How many times it was called: the requests that it says it received, and
  // the attempts to reach it that no span of its own answers to. The service
  // that a request enters by counts one.
  int calls = 0;
};

// A line of the list. A value.
struct TraceSummary {
  std::string name;      // the method, else the name of the root span
  std::string service;   // where the request began
  std::string code;      // how it ended, empty if no span says so
  int64_t start = 0;     // nanoseconds since 1970
  int64_t duration = 0;  // from the first start to the last end
  int spans = 0;
  int attempts = 0;  // a call without spans for its attempts counts one
  int retries = 0;   // attempts beyond the first of each call

  // The root failed.
  bool failed = false;
  // Some call was attempted again; was attempted twice at the same time;
  // wanted another attempt that a rule forbade, and was not made up for.
  bool retried = false;
  bool hedged = false;
  bool suppressed = false;
  // The root is OK, and would not be without a second attempt.
  bool saved = false;

  // The `retry.reason` of the suppressed call that ended first, which the
  // others failed for; else of the call that was attempted most. A call that
  // another attempt made up for, further up, does not count, and one that left
  // the retries to a layer above counts only if no other was suppressed.
  std::string reason;
  int told = -1;  // the span of that call
  // The attempts of the call that was attempted most, one letter each: o OK,
  // f failed, l lost a race. At most 12.
  std::string strip;
  std::vector<ServiceLoad> services;  // in the order of first touch
};

TraceSummary Summarize(const std::vector<SpanDigest>& spans,
                       const TraceShape& shape, const Words& words);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_MODEL_TRACE_SUMMARY_H_
