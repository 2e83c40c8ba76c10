// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/store/otlp_json.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/util/json_util.h"

namespace baton::traceview {
namespace {

using opentelemetry::proto::collector::trace::v1::ExportTraceServiceRequest;
using opentelemetry::proto::trace::v1::ResourceSpans;
using opentelemetry::proto::trace::v1::ScopeSpans;
using opentelemetry::proto::trace::v1::Span;

// The Protocol Buffers library reads and writes every bytes field as base64. An
// id of 16 or 32 hexadecimal digits is also valid base64. The JSON is therefore
// correct if the field holds the bytes that these digits encode in base64.
std::string FromBase64ToId(const std::string& field) {
  std::string digits;
  absl::Base64Escape(field, &digits);
  const bool is_id =
      (digits.size() == 16 || digits.size() == 32) &&
      std::all_of(digits.begin(), digits.end(), absl::ascii_isxdigit);
  return is_id ? absl::HexStringToBytes(digits) : "";
}

std::string FromIdToBase64(const std::string& id) {
  std::string field;
  if (!absl::Base64Unescape(absl::BytesToHexString(id), &field)) return "";
  return field;
}

template <typename Convert>
void ConvertIds(ExportTraceServiceRequest& request, Convert convert) {
  for (ResourceSpans& resource : *request.mutable_resource_spans()) {
    for (ScopeSpans& scope : *resource.mutable_scope_spans()) {
      for (Span& span : *scope.mutable_spans()) {
        span.set_trace_id(convert(span.trace_id()));
        span.set_span_id(convert(span.span_id()));
        span.set_parent_span_id(convert(span.parent_span_id()));
        for (Span::Link& link : *span.mutable_links()) {
          link.set_trace_id(convert(link.trace_id()));
          link.set_span_id(convert(link.span_id()));
        }
      }
    }
  }
}

}  // namespace

absl::StatusOr<ExportTraceServiceRequest> ParseOtlpJson(
    absl::string_view json) {
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = true;
  ExportTraceServiceRequest request;
  const auto status = google::protobuf::util::JsonStringToMessage(
      {json.data(), json.size()}, &request, options);
  if (!status.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "invalid OTLP JSON: ",
        std::string(status.message().data(),
                    std::min<size_t>(status.message().size(), 300))));
  }
  ConvertIds(request, FromBase64ToId);
  return request;
}

absl::StatusOr<std::string> WriteOtlpJson(ExportTraceServiceRequest request) {
  ConvertIds(request, FromIdToBase64);
  google::protobuf::util::JsonPrintOptions options;
  options.always_print_enums_as_ints = true;
  std::string json;
  const auto status =
      google::protobuf::util::MessageToJsonString(request, &json, options);
  if (!status.ok()) return absl::InternalError("cannot convert spans to JSON");
  return json;
}

}  // namespace baton::traceview
