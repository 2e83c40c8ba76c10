// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_STORE_OTLP_JSON_H_
#define BATON_TOOLS_TRACEVIEW_STORE_OTLP_JSON_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "opentelemetry/proto/collector/trace/v1/trace_service.pb.h"

// OTLP's JSON encoding: that of Protocol Buffers, with ids in hexadecimal
// where those have base64. One request, as it is posted to /v1/traces and as
// it stands on each line of a recorded file.
namespace baton::traceview {

// Unknown fields are ignored, as OTLP asks. An id that is none is
// cleared, or an error if it is no base64 either.
absl::StatusOr<
    opentelemetry::proto::collector::trace::v1::ExportTraceServiceRequest>
ParseOtlpJson(absl::string_view json);

// On one line, without the newline.
absl::StatusOr<std::string> WriteOtlpJson(
    opentelemetry::proto::collector::trace::v1::ExportTraceServiceRequest
        request);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_STORE_OTLP_JSON_H_
