// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_EXPORTERS_H_
#define BATON_OTEL_BOOTSTRAP_EXPORTERS_H_

#include <memory>

#include "baton/otel/bootstrap/settings.h"
#include "opentelemetry/sdk/metrics/push_metric_exporter.h"
#include "opentelemetry/sdk/trace/exporter.h"

// Creates the exporters of the SDK from the settings. The exporters have their
// own channels and connections, without interceptors. Baton therefore neither
// traces nor retries the calls of the exporters.
namespace baton::otel {

std::unique_ptr<opentelemetry::sdk::trace::SpanExporter> NewSpanExporter(
    ExporterKind kind, const OtlpSettings& otlp);

std::unique_ptr<opentelemetry::sdk::metrics::PushMetricExporter>
NewMetricExporter(ExporterKind kind, const MetricSettings& settings);

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_EXPORTERS_H_
