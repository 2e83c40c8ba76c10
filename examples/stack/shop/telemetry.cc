// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/telemetry.h"

#include <chrono>
#include <cstdint>
#include <utility>

#include "baton/telemetry.h"
#include "opentelemetry/exporters/otlp/otlp_grpc_exporter_factory.h"
#include "opentelemetry/exporters/otlp/otlp_grpc_exporter_options.h"
#include "opentelemetry/sdk/common/global_log_handler.h"
#include "opentelemetry/sdk/resource/resource.h"
#include "opentelemetry/sdk/trace/batch_span_processor_factory.h"
#include "opentelemetry/sdk/trace/batch_span_processor_options.h"
#include "opentelemetry/sdk/trace/samplers/parent_factory.h"
#include "opentelemetry/sdk/trace/samplers/trace_id_ratio_factory.h"
#include "opentelemetry/sdk/trace/tracer_provider.h"
#include "opentelemetry/sdk/trace/tracer_provider_factory.h"
#include "opentelemetry/trace/default_span.h"
#include "opentelemetry/trace/scope.h"

namespace baton::stack {
namespace {

namespace nostd = opentelemetry::nostd;
namespace otlp = opentelemetry::exporter::otlp;
namespace sdk = opentelemetry::sdk;
namespace trace = opentelemetry::trace;

constexpr std::chrono::seconds kPatience(2);

std::shared_ptr<sdk::trace::TracerProvider> NewProvider(
    const ExportOptions& options) {
  otlp::OtlpGrpcExporterOptions exporter;
  exporter.endpoint = options.endpoint;
  exporter.timeout = kPatience;

  // Who looks on sees a request soon, and a burst of them fits.
  sdk::trace::BatchSpanProcessorOptions batch;
  batch.schedule_delay_millis = std::chrono::milliseconds(500);
  batch.max_queue_size = 16'384;

  return sdk::trace::TracerProviderFactory::Create(
      sdk::trace::BatchSpanProcessorFactory::Create(
          otlp::OtlpGrpcExporterFactory::Create(exporter), batch),
      sdk::resource::Resource::Create({{"service.name", options.service}}),
      sdk::trace::ParentBasedSamplerFactory::Create(
          std::shared_ptr<sdk::trace::Sampler>(
              sdk::trace::TraceIdRatioBasedSamplerFactory::Create(
                  options.sampled))));
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

class SpanExport::Provider {
 public:
  explicit Provider(const ExportOptions& options)
      : provider_(NewProvider(options)) {}
  ~Provider() { provider_->Shutdown(kPatience); }

  void Flush() { provider_->ForceFlush(kPatience); }
  nostd::shared_ptr<trace::TracerProvider> get() const {
    return nostd::shared_ptr<trace::TracerProvider>(
        std::shared_ptr<trace::TracerProvider>(provider_));
  }

 private:
  const std::shared_ptr<sdk::trace::TracerProvider> provider_;
};

SpanExport::SpanExport(const ExportOptions& options) {
  if (options.endpoint.empty()) return;
  // What the SDK has to say would go to the standard output, which is not a
  // place for it.
  sdk::common::internal_log::GlobalLogHandler::SetLogLevel(
      sdk::common::internal_log::LogLevel::None);
  provider_ = std::make_unique<Provider>(options);
  TelemetryOptions telemetry;
  telemetry.tracing.provider = provider_->get();
  telemetry_ = OpenTelemetry(telemetry);
}

SpanExport::~SpanExport() = default;

void SpanExport::Flush() {
  if (provider_ != nullptr) provider_->Flush();
}

std::shared_ptr<void> NothingRecorded() {
  return std::make_shared<trace::Scope>(UnsampledSpan());
}

}  // namespace baton::stack
