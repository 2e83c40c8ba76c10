// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_MODEL_TRACE_SUMMARY_H_
#define BATON_TOOLS_TRACEVIEW_MODEL_TRACE_SUMMARY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tools/traceview/model/own_limit.h"
#include "tools/traceview/model/span_digest.h"
#include "tools/traceview/model/trace_shape.h"

namespace baton::traceview {

// A service that took part in a request.
struct ServiceLoad {
  std::string name;
  // The number of calls: the service's own SERVER spans, and attempts to reach
  // it without such a span. The first service of a request counts one call.
  // Attempts that found no connection do not count.
  int calls = 0;
  // The part of `calls` that is due to further attempts, here or above.
  int extra = 0;
};

// A row of the list. A value type.
struct TraceSummary {
  std::string name;     // the method, or else the name of the root span
  std::string service;  // the service of the root span
  std::string code;     // the status code, empty if unknown
  // The time of the request: of the root span. Nanoseconds, since 1970.
  int64_t start = 0;
  int64_t duration = 0;
  // The time of all spans. Work may run on after the answer, and clocks differ.
  int64_t extent_start = 0;
  int64_t extent = 0;
  // The part of `extent` after the end of the root span.
  int64_t after_answer = 0;
  int spans = 0;
  // Attempts that found no connection do not count. A call without attempt
  // spans counts one.
  int attempts = 0;
  int retries = 0;  // all attempts of a call except the first
  // The attempts of the call with the most attempts.
  int most_attempts = 0;

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
  // The span of a failed call whose method is idempotent, and that had no
  // grant, although no call above it made or may make a further attempt.
  // -1: none.
  int blocked = -1;
  // The limit of the client that caused the status code of the root.
  OwnLimit limit = OwnLimit::kNone;
  // The attempts of the call with the most attempts, as letters: o OK, f
  // failed, l discarded, u no connection. At most 12. Successive u are one u.
  std::string strip;
  std::vector<ServiceLoad> services;  // in the order of their first call
};

TraceSummary Summarize(const std::vector<SpanDigest>& spans,
                       const TraceShape& shape, const Words& words);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_MODEL_TRACE_SUMMARY_H_
