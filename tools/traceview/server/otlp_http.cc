// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/server/otlp_http.h"

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/util/json_util.h"
#include "tools/traceview/server/gzip.h"
#include "tools/traceview/store/otlp_json.h"

namespace baton::traceview {
namespace {

using opentelemetry::proto::collector::trace::v1::ExportTraceServiceRequest;
using opentelemetry::proto::collector::trace::v1::ExportTraceServiceResponse;

constexpr char kProtobuf[] = "application/x-protobuf";
constexpr char kJson[] = "application/json";

HttpResponse Error(int status, absl::string_view message) {
  HttpResponse response;
  response.status = status;
  response.body = absl::StrCat(message, "\n");
  return response;
}

// Returns "application/json" for "Application/JSON; charset=utf-8".
std::string MediaType(absl::string_view header) {
  return absl::AsciiStrToLower(
      absl::StripAsciiWhitespace(header.substr(0, header.find(';'))));
}

absl::StatusOr<ExportTraceServiceRequest> Parse(const std::string& body,
                                                bool json) {
  if (json) return ParseOtlpJson(body);
  ExportTraceServiceRequest request;
  if (!request.ParseFromString(body)) {
    return absl::InvalidArgumentError(
        "the body is not a serialized ExportTraceServiceRequest");
  }
  return request;
}

}  // namespace

ExportTraceServiceResponse MakeExportResponse(int rejected) {
  ExportTraceServiceResponse response;
  if (rejected > 0) {
    response.mutable_partial_success()->set_rejected_spans(rejected);
    response.mutable_partial_success()->set_error_message(
        "trace ids must have 16 bytes, span ids 8 bytes, not all zero");
  }
  return response;
}

HttpResponse ReceiveOtlp(const HttpRequest& request, size_t max_bytes,
                         TraceStore& store) {
  if (request.method != "POST") {
    HttpResponse response = Error(405, "method: must be POST");
    response.headers.emplace_back("Allow", "POST");
    return response;
  }
  const std::string type = MediaType(request.Header("content-type"));
  const bool json = type == kJson;
  if (!json && type != kProtobuf) {
    return Error(415, absl::StrCat("Content-Type: must be ", kProtobuf, " or ",
                                   kJson, " for OTLP"));
  }
  const std::string encoding =
      absl::AsciiStrToLower(request.Header("content-encoding"));
  absl::StatusOr<std::string> unpacked;
  if (encoding == "gzip") {
    unpacked = Gunzip(request.body, max_bytes);
    if (!unpacked.ok()) {
      return Error(absl::IsResourceExhausted(unpacked.status()) ? 413 : 400,
                   std::string(unpacked.status().message()));
    }
  } else if (!encoding.empty() && encoding != "identity") {
    return Error(415, "Content-Encoding: must be gzip or absent");
  }
  absl::StatusOr<ExportTraceServiceRequest> parsed =
      Parse(encoding == "gzip" ? *unpacked : request.body, json);
  if (!parsed.ok()) return Error(400, std::string(parsed.status().message()));

  const ExportTraceServiceResponse answer =
      MakeExportResponse(store.Add(*std::move(parsed)));
  HttpResponse response;
  response.content_type = json ? kJson : kProtobuf;
  if (json) {
    (void)google::protobuf::util::MessageToJsonString(answer, &response.body);
  } else {
    response.body = answer.SerializeAsString();
  }
  return response;
}

}  // namespace baton::traceview
