// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "absl/strings/string_view.h"
#include "tools/traceview/server/view_json.h"
#include "tools/traceview/store/otlp_json.h"
#include "tools/traceview/store/trace_store.h"

// Parses any OTLP JSON. The result can be stored, shown and written, and is the
// same when it is parsed again.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using baton::traceview::TraceStore;
  const auto request = baton::traceview::ParseOtlpJson(
      absl::string_view(reinterpret_cast<const char*>(data), size));
  if (!request.ok()) return 0;

  baton::traceview::StoreLimits limits;
  limits.max_traces = 4;
  limits.max_trace_spans = 16;
  TraceStore store(limits);
  store.Add(*request);
  (void)ChangesJson(store.Since(0), limits, "fuzz");
  uint64_t next = 0;
  while (const auto trace = store.FirstFrom(next)) {
    next = trace->row.sequence + 1;
    (void)TraceJson(*trace);
    const auto json = baton::traceview::WriteOtlpJson(ToRequest(*trace));
    if (!json.ok()) std::abort();
    const auto again = baton::traceview::ParseOtlpJson(*json);
    if (!again.ok()) std::abort();
    TraceStore second(limits);
    if (second.Add(*again) != 0) std::abort();
    if (second.Stats().spans != trace->spans.size()) std::abort();
  }
  return 0;
}
