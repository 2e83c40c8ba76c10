// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_STORE_OTLP_JSON_H_
#define BATON_TOOLS_TRACEVIEW_STORE_OTLP_JSON_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "opentelemetry/proto/collector/trace/v1/trace_service.pb.h"

// OTLP's JSON encoding: the JSON encoding of Protocol Buffers, but with
// hexadecimal ids instead of base64. The body of a request to /v1/traces, and
// each line of a recording, is one such object.
namespace baton::traceview {

// Parses OTLP JSON. Ignores unknown fields, as OTLP requires. Clears invalid
// ids. Returns an error if an id is not valid base64 either.
absl::StatusOr<
    opentelemetry::proto::collector::trace::v1::ExportTraceServiceRequest>
ParseOtlpJson(absl::string_view json);

// Writes OTLP JSON on one line, without a newline.
absl::StatusOr<std::string> WriteOtlpJson(
    opentelemetry::proto::collector::trace::v1::ExportTraceServiceRequest
        request);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_STORE_OTLP_JSON_H_
