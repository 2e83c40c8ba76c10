// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/telemetry.h"

#include <cstdint>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/telemetry.h"
#include "opentelemetry/trace/default_span.h"
#include "opentelemetry/trace/scope.h"

namespace baton::stack {
namespace {

namespace nostd = opentelemetry::nostd;
namespace trace = opentelemetry::trace;

constexpr absl::Duration kPatience = absl::Seconds(2);
constexpr char kEndpoint[] = "OTEL_EXPORTER_OTLP_ENDPOINT";

// That of the process, with what is good for a demo where it says nothing.
otel::Environment DemoEnvironment(const ExportOptions& options) {
  const otel::Environment process = otel::ProcessEnvironment();
  const bool own_view = process(kEndpoint).empty();
  std::map<std::string, std::string> defaults = {
      {kEndpoint, options.endpoint},
      {"OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"},
      {"OTEL_METRICS_EXPORTER", own_view ? "none" : ""},
      {"OTEL_TRACES_SAMPLER", "parentbased_traceidratio"},
      {"OTEL_TRACES_SAMPLER_ARG", absl::StrCat(options.sampled)},
      // Who looks on sees a request soon, and a burst of them fits.
      {"OTEL_BSP_SCHEDULE_DELAY", "500"},
      {"OTEL_BSP_MAX_QUEUE_SIZE", "16384"},
      // A run's table is no place for the SDK's remarks.
      {"OTEL_LOG_LEVEL", "none"}};
  return [=](const std::string& name) -> std::string {
    // Each of the processes is a service.
    if (name == "OTEL_SERVICE_NAME") return options.service;
    // The demo's own view takes what it takes, whatever else is set.
    const std::string value = own_view ? "" : process(name);
    if (!value.empty()) return value;
    const auto found = defaults.find(name);
    return found == defaults.end() ? "" : found->second;
  };
}

// A span that says: not sampled.
nostd::shared_ptr<trace::Span> UnsampledSpan() {
  const uint8_t trace_id[trace::TraceId::kSize] = {1};
  const uint8_t span_id[trace::SpanId::kSize] = {1};
  return nostd::shared_ptr<trace::Span>(new trace::DefaultSpan(
      trace::SpanContext(trace::TraceId(trace_id), trace::SpanId(span_id),
                         trace::TraceFlags(0), /*is_remote=*/false)));
}

}  // namespace

absl::StatusOr<std::unique_ptr<SpanExport>> SpanExport::Start(
    const ExportOptions& options) {
  std::unique_ptr<SpanExport> spans(new SpanExport());
  if (options.endpoint.empty()) return spans;
  otel::BootstrapOptions bootstrap;
  bootstrap.flush_timeout = kPatience;
  bootstrap.environment = DemoEnvironment(options);
  auto started = otel::Bootstrap::Start(bootstrap);
  if (!started.ok()) return started.status();
  spans->bootstrap_ = *std::move(started);
  spans->telemetry_ = OpenTelemetry();
  return spans;
}

void SpanExport::Flush() {
  if (bootstrap_ != nullptr) bootstrap_->Flush(kPatience);
}

std::shared_ptr<void> NothingRecorded() {
  return std::make_shared<trace::Scope>(UnsampledSpan());
}

}  // namespace baton::stack
