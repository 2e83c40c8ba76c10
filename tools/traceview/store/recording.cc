// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/store/recording.h"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tools/traceview/store/otlp_json.h"

namespace baton::traceview {
namespace {

using opentelemetry::proto::collector::trace::v1::ExportTraceServiceRequest;

// Maximum size of one request. A file with many lines may have any size.
constexpr size_t kMostBytes = size_t{256} << 20;

// Returns whether the line starts an object that continues on the next lines.
bool OpensOnly(absl::string_view line) {
  line = absl::StripAsciiWhitespace(line);
  return absl::StartsWith(line, "{") && !absl::EndsWith(line, "}");
}

int CountSpans(const ExportTraceServiceRequest& request) {
  int spans = 0;
  for (const auto& resource : request.resource_spans()) {
    for (const auto& scope : resource.scope_spans()) {
      spans += scope.spans_size();
    }
  }
  return spans;
}

absl::StatusOr<int> AddRequest(const std::string& json, TraceStore& store) {
  if (json.size() > kMostBytes) {
    return absl::ResourceExhaustedError("the request exceeds 256 MiB");
  }
  absl::StatusOr<ExportTraceServiceRequest> request = ParseOtlpJson(json);
  if (!request.ok()) return request.status();
  const int spans = CountSpans(*request);
  return spans - store.Add(*std::move(request));
}

}  // namespace

absl::StatusOr<int> ReadRecording(std::istream& in, TraceStore& store) {
  std::string line;
  int spans = 0;
  for (int number = 1; std::getline(in, line); ++number) {
    if (absl::StripAsciiWhitespace(line).empty()) continue;
    if (number == 1 && OpensOnly(line)) {
      std::string rest;
      while (line.size() <= kMostBytes && std::getline(in, rest)) {
        absl::StrAppend(&line, "\n", rest);
      }
    }
    const absl::StatusOr<int> added = AddRequest(line, store);
    if (!added.ok()) {
      return absl::Status(added.status().code(),
                          absl::StrCat("line ", number, ": ",
                                       std::string(added.status().message())));
    }
    spans += *added;
  }
  return spans;
}

absl::StatusOr<int> OpenRecording(const std::string& path, TraceStore& store) {
  std::ifstream file(path);
  if (!file) {
    return absl::NotFoundError(absl::StrCat(path, ": ", std::strerror(errno)));
  }
  absl::StatusOr<int> spans = ReadRecording(file, store);
  if (!spans.ok()) {
    return absl::Status(
        spans.status().code(),
        absl::StrCat(path, ": ", std::string(spans.status().message())));
  }
  return spans;
}

absl::StatusOr<std::string> RecordingLine(const StoredTrace& trace) {
  absl::StatusOr<std::string> line = WriteOtlpJson(ToRequest(trace));
  if (line.ok()) *line += "\n";
  return line;
}

absl::Status SaveRecording(const std::string& path, const TraceStore& store) {
  std::ofstream file(path);
  uint64_t next = 0;
  while (file) {
    const std::optional<StoredTrace> trace = store.FirstFrom(next);
    if (!trace) break;
    next = trace->row.sequence + 1;
    const absl::StatusOr<std::string> line = RecordingLine(*trace);
    if (!line.ok()) return line.status();
    file << *line;
  }
  file.close();
  if (file) return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrCat(path, ": cannot write: ", std::strerror(errno)));
}

}  // namespace baton::traceview
