// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/server/view_api.h"

#include <algorithm>
#include <memory>
#include <sstream>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "tools/traceview/server/otlp_http.h"
#include "tools/traceview/server/view_json.h"
#include "tools/traceview/store/otlp_json.h"
#include "tools/traceview/store/recording.h"
#include "tools/traceview/web/page_assets.h"

namespace baton::traceview {
namespace {

constexpr char kJson[] = "application/json";
constexpr char kJsonLines[] = "application/x-ndjson";

HttpResponse Error(int status, absl::string_view message) {
  HttpResponse response;
  response.status = status;
  response.body = absl::StrCat(message, "\n");
  return response;
}

HttpResponse Json(std::string body) {
  HttpResponse response;
  response.content_type = kJson;
  response.body = std::move(body);
  return response;
}

void AddSecurityHeaders(HttpResponse& response) {
  response.headers.insert(
      response.headers.end(),
      {{"Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; "
        "img-src 'self'; connect-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"},
       {"X-Content-Type-Options", "nosniff"},
       {"Referrer-Policy", "no-referrer"},
       {"Cross-Origin-Resource-Policy", "same-origin"},
       {"Cache-Control", "no-store"}});
}

// Returns whether `host`, like "127.0.0.1:4318", is the loopback interface.
bool IsLoopbackName(absl::string_view host) {
  if (host == "[::1]" || absl::StartsWith(host, "[::1]:")) return true;
  host = host.substr(0, host.find(':'));
  return host == "127.0.0.1" || absl::EqualsIgnoreCase(host, "localhost");
}

// Returns whether a page of another site caused the request. Such a page can
// use a host name of its own that resolves to this machine.
bool IsForeign(const HttpRequest& request) {
  const absl::string_view host = request.Header("host");
  if (!host.empty() && !IsLoopbackName(host)) return true;
  absl::string_view origin = request.Header("origin");
  if (origin.empty()) return false;
  return !absl::ConsumePrefix(&origin, "http://") || origin != host;
}

HttpResponse Page(const std::string& path) {
  const PageAsset* asset = FindPageAsset(path == "/" ? "/index.html" : path);
  if (!asset) return Error(404, "page not found");
  HttpResponse response;
  response.content_type = asset->content_type;
  response.body.assign(asset->content, asset->size);
  return response;
}

}  // namespace

ViewApi::ViewApi(TraceStore& store, const StoreLimits& limits,
                 size_t max_message_bytes, std::string instance)
    : store_(store),
      limits_(limits),
      max_message_bytes_(max_message_bytes),
      instance_(std::move(instance)) {}

HttpResponse ViewApi::Handle(const HttpRequest& request) const {
  HttpResponse response = IsForeign(request)
                              ? Error(403,
                                      "requests of other origins are "
                                      "not allowed")
                              : Route(request);
  AddSecurityHeaders(response);
  return response;
}

HttpResponse ViewApi::Route(const HttpRequest& request) const {
  if (request.path == "/v1/traces") {
    return ReceiveOtlp(request, max_message_bytes_, store_);
  }
  if (request.path == "/api/import" && request.method == "POST") {
    return Import(request);
  }
  if (request.path == "/api/traces" && request.method == "DELETE") {
    store_.Clear();
    return Json("{}");
  }
  if (request.method != "GET" && request.method != "HEAD") {
    return Error(405, "method: must be GET; send traces to /v1/traces");
  }
  if (request.path == "/api/traces") return List(request);
  if (request.path == "/api/export") return Export();
  absl::string_view id = request.path;
  if (absl::ConsumePrefix(&id, "/api/traces/")) {
    const bool otlp = absl::ConsumeSuffix(&id, "/otlp");
    return OneTrace(std::string(id), otlp);
  }
  return Page(request.path);
}

HttpResponse ViewApi::List(const HttpRequest& request) const {
  uint64_t since = 0;
  const auto instance = request.query.find("instance");
  const auto revision = request.query.find("since");
  if (instance == request.query.end() || instance->second != instance_ ||
      revision == request.query.end() ||
      !absl::SimpleAtoi(revision->second, &since)) {
    since = 0;
  }
  return Json(ChangesJson(store_.Since(since), limits_, instance_));
}

HttpResponse ViewApi::OneTrace(const std::string& id, bool otlp) const {
  const bool is_id = id.size() == 32 &&
                     std::all_of(id.begin(), id.end(), absl::ascii_isxdigit);
  const auto trace =
      is_id ? store_.Get(absl::HexStringToBytes(id)) : std::nullopt;
  if (!trace) {
    return Error(404,
                 "trace not found; it may have been deleted to make room for "
                 "newer traces");
  }
  if (!otlp) return Json(TraceJson(*trace));
  absl::StatusOr<std::string> json = WriteOtlpJson(ToRequest(*trace));
  if (!json.ok()) return Error(500, std::string(json.status().message()));
  HttpResponse response = Json(*std::move(json));
  response.headers.emplace_back(
      "Content-Disposition",
      absl::StrCat("attachment; filename=\"trace-", id, ".json\""));
  return response;
}

HttpResponse ViewApi::Export() const {
  HttpResponse response;
  response.content_type = kJsonLines;
  response.headers.emplace_back("Content-Disposition",
                                "attachment; filename=\"traces.jsonl\"");
  // Sends one trace at a time, since all traces may not fit in memory twice.
  auto next = std::make_shared<uint64_t>(0);
  response.next_part = [this, next]() -> std::optional<std::string> {
    const auto trace = store_.FirstFrom(*next);
    if (!trace) return std::nullopt;
    *next = trace->row.sequence + 1;
    const auto line = RecordingLine(*trace);
    return line.ok() ? *line : "";
  };
  return response;
}

HttpResponse ViewApi::Import(const HttpRequest& request) const {
  // A page of another origin cannot send this type without a preflight request.
  if (request.Header("content-type") != kJsonLines) {
    return Error(415, absl::StrCat("Content-Type: must be ", kJsonLines,
                                   " for an import"));
  }
  std::istringstream lines(request.body);
  const absl::StatusOr<int> spans = ReadRecording(lines, store_);
  if (!spans.ok()) return Error(400, std::string(spans.status().message()));
  return Json(absl::StrCat("{\"spans\":", *spans, "}"));
}

}  // namespace baton::traceview
