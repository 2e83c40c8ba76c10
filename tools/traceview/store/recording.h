// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_STORE_RECORDING_H_
#define BATON_TOOLS_TRACEVIEW_STORE_RECORDING_H_

#include <istream>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tools/traceview/store/trace_store.h"

namespace baton::traceview {

// Reads a recorded run into `store`: OTLP JSON, either one request on each
// line, as the page and the collector's file exporter write it, or a single
// one on several lines. Returns how many spans came in; an error names the
// line. What came before an error stays.
absl::StatusOr<int> ReadRecording(std::istream& in, TraceStore& store);

// The same from a file.
absl::StatusOr<int> OpenRecording(const std::string& path, TraceStore& store);

// A line of a recording: one trace as an OTLP request, with its line end.
absl::StatusOr<std::string> RecordingLine(const StoredTrace& trace);

// Writes every trace of `store` into a new file.
absl::Status SaveRecording(const std::string& path, const TraceStore& store);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_STORE_RECORDING_H_
