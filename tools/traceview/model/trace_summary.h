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

// A service that took part in a request.
struct ServiceLoad {
  std::string name;
  // The number of calls: the service's own SERVER spans, and attempts to reach
  // it without such a span. The first service of a request counts one call.
  int calls = 0;
};

// A row of the list. A value type.
struct TraceSummary {
  std::string name;      // the method, or else the name of the root span
  std::string service;   // the service of the root span
  std::string code;      // the status code, empty if unknown
  int64_t start = 0;     // nanoseconds since 1970
  int64_t duration = 0;  // from the first start to the last end
  int spans = 0;
  int attempts = 0;  // a call without attempt spans counts one
  int retries = 0;   // all attempts of a call except the first

  // The root failed.
  bool failed = false;
  // Whether at least one call made another attempt. Whether one made two at the
  // same time. Whether a retry was suppressed and no caller made up for it.
  bool retried = false;
  bool hedged = false;
  bool suppressed = false;
  // The root span is OK only because of another attempt.
  bool saved = false;

  // The `retry.stop_reason` of the suppressed call that ended first, since the
  // other calls failed because of it. If no call was suppressed, the reason of
  // the call with the most attempts. Ignores calls that a successful retry in a
  // caller replaced. A call that left the retries to its caller counts only if
  // no other call was suppressed.
  std::string reason;
  int told = -1;  // the span of this call
  // The attempts of the call with the most attempts, as letters: o OK, f
  // failed, l discarded. At most 12.
  std::string strip;
  std::vector<ServiceLoad> services;  // in the order of their first call
};

TraceSummary Summarize(const std::vector<SpanDigest>& spans,
                       const TraceShape& shape, const Words& words);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_MODEL_TRACE_SUMMARY_H_
