// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/telemetry.h"

#include <cstdint>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/otel_bootstrap.h"
#include "baton/telemetry.h"
#include "opentelemetry/trace/default_span.h"
#include "opentelemetry/trace/scope.h"

namespace baton::stack {
namespace {

namespace nostd = opentelemetry::nostd;
namespace trace = opentelemetry::trace;

constexpr absl::Duration kPatience = absl::Seconds(2);

// Returns the standard variables with the values for this program. Ignores the
// environment of the process.
OtelEnvironment EnvironmentFor(const ExportOptions& options) {
  std::map<std::string, std::string> variables = {
      {"OTEL_EXPORTER_OTLP_ENDPOINT", options.endpoint},
      {"OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"},
      {"OTEL_METRICS_EXPORTER", "none"},
      {"OTEL_TRACES_SAMPLER", "parentbased_traceidratio"},
      {"OTEL_TRACES_SAMPLER_ARG", absl::StrCat(options.sampled)},
      // A short delay, so that the trace view shows requests soon, and a queue
      // for bursts.
      {"OTEL_BSP_SCHEDULE_DELAY", "500"},
      {"OTEL_BSP_MAX_QUEUE_SIZE", "16384"},
      // The SDK's messages would disturb the output of the demo.
      {"OTEL_LOG_LEVEL", "none"},
  };
  return [variables = std::move(variables)](const std::string& name) {
    const auto found = variables.find(name);
    return found == variables.end() ? "" : found->second;
  };
}

// Returns the environment of the process without OTEL_SERVICE_NAME, which would
// give all services the same name.
OtelEnvironment EnvironmentOfProcess() {
  return [process = OtelProcessEnvironment()](const std::string& name) {
    return name == "OTEL_SERVICE_NAME" ? "" : process(name);
  };
}

// Returns a span of an unsampled trace.
nostd::shared_ptr<trace::Span> UnsampledSpan() {
  const uint8_t trace_id[trace::TraceId::kSize] = {1};
  const uint8_t span_id[trace::SpanId::kSize] = {1};
  return nostd::shared_ptr<trace::Span>(new trace::DefaultSpan(
      trace::SpanContext(trace::TraceId(trace_id), trace::SpanId(span_id),
                         trace::TraceFlags(0), /*is_remote=*/false)));
}

}  // namespace

class SpanExport::Sdk {
 public:
  explicit Sdk(std::unique_ptr<OtelBootstrap> bootstrap)
      : bootstrap_(std::move(bootstrap)) {}
  bool Flush() { return bootstrap_->Flush(kPatience); }

 private:
  const std::unique_ptr<OtelBootstrap> bootstrap_;
};

SpanExport::SpanExport() = default;
SpanExport::~SpanExport() = default;

absl::StatusOr<std::unique_ptr<SpanExport>> SpanExport::Start(
    const ExportOptions& options) {
  std::unique_ptr<SpanExport> spans(new SpanExport());
  if (options.endpoint.empty()) return spans;
  OtelBootstrapOptions bootstrap;
  bootstrap.service_name = options.service;
  bootstrap.flush_timeout = kPatience;
  bootstrap.environment = options.endpoint == kAsEnvironmentSays
                              ? EnvironmentOfProcess()
                              : EnvironmentFor(options);
  auto started = OtelBootstrap::Start(bootstrap);
  if (!started.ok()) return started.status();
  spans->sdk_ = std::make_unique<Sdk>(*std::move(started));
  spans->telemetry_ = OpenTelemetry();
  return spans;
}

bool SpanExport::Flush() { return sdk_ == nullptr || sdk_->Flush(); }

std::shared_ptr<void> NothingRecorded() {
  return std::make_shared<trace::Scope>(UnsampledSpan());
}

}  // namespace baton::stack
