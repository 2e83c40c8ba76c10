// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bootstrap/providers.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "baton/otel/bootstrap/exporters.h"
#include "baton/otel/bootstrap/host_interval.h"
#include "baton/otel/bootstrap/views.h"
#include "opentelemetry/baggage/propagation/baggage_propagator.h"
#include "opentelemetry/context/propagation/composite_propagator.h"
#include "opentelemetry/sdk/metrics/export/periodic_exporting_metric_reader_factory.h"
#include "opentelemetry/sdk/metrics/export/periodic_exporting_metric_reader_options.h"
#include "opentelemetry/sdk/trace/batch_span_processor_factory.h"
#include "opentelemetry/sdk/trace/batch_span_processor_options.h"
#include "opentelemetry/sdk/trace/samplers/always_off_factory.h"
#include "opentelemetry/sdk/trace/samplers/always_on_factory.h"
#include "opentelemetry/sdk/trace/samplers/parent_factory.h"
#include "opentelemetry/sdk/trace/samplers/trace_id_ratio_factory.h"
#include "opentelemetry/trace/propagation/b3_propagator.h"
#include "opentelemetry/trace/propagation/http_trace_context.h"
#include "opentelemetry/trace/propagation/jaeger.h"

namespace baton::otel {
namespace {

namespace propagation = opentelemetry::context::propagation;
namespace sdk = opentelemetry::sdk;
namespace tracing = opentelemetry::trace::propagation;

std::unique_ptr<sdk::trace::Sampler> NewRootSampler(
    const TraceSettings& settings) {
  switch (settings.sampler) {
    case SamplerKind::kAlwaysOn:
      break;
    case SamplerKind::kAlwaysOff:
      return sdk::trace::AlwaysOffSamplerFactory::Create();
    case SamplerKind::kTraceIdRatio:
      return sdk::trace::TraceIdRatioBasedSamplerFactory::Create(
          settings.ratio);
  }
  return sdk::trace::AlwaysOnSamplerFactory::Create();
}

std::unique_ptr<sdk::trace::Sampler> NewSampler(const TraceSettings& settings) {
  auto root = NewRootSampler(settings);
  if (!settings.parent_based) return root;
  return sdk::trace::ParentBasedSamplerFactory::Create(std::move(root));
}

std::unique_ptr<propagation::TextMapPropagator> NewPropagator(
    PropagatorKind kind) {
  switch (kind) {
    case PropagatorKind::kTraceContext:
      break;
    case PropagatorKind::kBaggage:
      return std::make_unique<
          opentelemetry::baggage::propagation::BaggagePropagator>();
    case PropagatorKind::kB3:
      return std::make_unique<tracing::B3Propagator>();
    case PropagatorKind::kB3Multi:
      return std::make_unique<tracing::B3PropagatorMultiHeader>();
    case PropagatorKind::kJaeger:
      return std::make_unique<tracing::JaegerPropagator>();
  }
  return std::make_unique<tracing::HttpTraceContext>();
}

}  // namespace

std::shared_ptr<sdk::trace::TracerProvider> NewTracerProvider(
    const TraceSettings& settings, const sdk::resource::Resource& resource) {
  if (settings.exporters.empty()) return nullptr;
  sdk::trace::BatchSpanProcessorOptions batches;
  batches.schedule_delay_millis = absl::ToChronoMilliseconds(
      IntervalOnThisHost("spans", settings.schedule_delay));
  batches.max_queue_size = static_cast<std::size_t>(settings.max_queue_size);
  batches.max_export_batch_size =
      static_cast<std::size_t>(settings.max_export_batch_size);
  std::vector<std::unique_ptr<sdk::trace::SpanProcessor>> processors;
  for (const ExporterKind kind : settings.exporters) {
    processors.push_back(sdk::trace::BatchSpanProcessorFactory::Create(
        NewSpanExporter(kind, settings.otlp), batches));
  }
  return std::make_shared<sdk::trace::TracerProvider>(
      std::move(processors), resource, NewSampler(settings));
}

std::shared_ptr<sdk::metrics::MeterProvider> NewMeterProvider(
    const MetricSettings& settings, const sdk::resource::Resource& resource) {
  if (settings.exporters.empty()) return nullptr;
  sdk::metrics::PeriodicExportingMetricReaderOptions options;
  const absl::Duration interval =
      IntervalOnThisHost("metrics", settings.interval);
  options.export_interval_millis = absl::ToChronoMilliseconds(interval);
  // The SDK replaces both values unless the timeout is shorter.
  options.export_timeout_millis = absl::ToChronoMilliseconds(
      std::min(settings.timeout, interval - absl::Milliseconds(1)));
  auto provider =
      std::make_shared<sdk::metrics::MeterProvider>(NewViews(), resource);
  for (const ExporterKind kind : settings.exporters) {
    provider->AddMetricReader(
        sdk::metrics::PeriodicExportingMetricReaderFactory::Create(
            NewMetricExporter(kind, settings), options));
  }
  return provider;
}

opentelemetry::nostd::shared_ptr<propagation::TextMapPropagator> NewPropagator(
    const std::vector<PropagatorKind>& kinds) {
  std::vector<std::unique_ptr<propagation::TextMapPropagator>> propagators;
  propagators.reserve(kinds.size());
  for (const PropagatorKind kind : kinds) {
    propagators.push_back(NewPropagator(kind));
  }
  return opentelemetry::nostd::shared_ptr<propagation::TextMapPropagator>(
      new propagation::CompositePropagator(std::move(propagators)));
}

}  // namespace baton::otel
