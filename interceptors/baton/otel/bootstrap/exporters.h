// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_EXPORTERS_H_
#define BATON_OTEL_BOOTSTRAP_EXPORTERS_H_

#include <memory>

#include "baton/otel/bootstrap/settings.h"
#include "opentelemetry/sdk/metrics/push_metric_exporter.h"
#include "opentelemetry/sdk/trace/exporter.h"

// The SDK's exporters, as settings have it. They make channels and connections
// of their own, without any interceptor: what they send is neither traced nor
// retried by us.
namespace baton::otel {

std::unique_ptr<opentelemetry::sdk::trace::SpanExporter> NewSpanExporter(
    ExporterKind kind, const OtlpSettings& otlp);

std::unique_ptr<opentelemetry::sdk::metrics::PushMetricExporter>
NewMetricExporter(ExporterKind kind, const MetricSettings& settings);

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_EXPORTERS_H_
