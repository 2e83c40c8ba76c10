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

// Reads a recording of OTLP JSON into `store`. The recording has one request on
// each line, or a single request on several lines. The page and the collector's
// file exporter write one request on each line. Returns the number of added
// spans. An error contains the line number, and the spans before it stay.
absl::StatusOr<int> ReadRecording(std::istream& in, TraceStore& store);

// Reads a recording from a file.
absl::StatusOr<int> OpenRecording(const std::string& path, TraceStore& store);

// Returns one trace as a line of a recording, including the newline.
absl::StatusOr<std::string> RecordingLine(const StoredTrace& trace);

// Writes all traces of `store` to a new file.
absl::Status SaveRecording(const std::string& path, const TraceStore& store);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_STORE_RECORDING_H_
