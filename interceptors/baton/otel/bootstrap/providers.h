// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_PROVIDERS_H_
#define BATON_OTEL_BOOTSTRAP_PROVIDERS_H_

#include <memory>

#include "baton/otel/bootstrap/settings.h"
#include "opentelemetry/context/propagation/text_map_propagator.h"
#include "opentelemetry/nostd/shared_ptr.h"
#include "opentelemetry/sdk/metrics/meter_provider.h"
#include "opentelemetry/sdk/resource/resource.h"
#include "opentelemetry/sdk/trace/tracer_provider.h"

namespace baton::otel {

// Returns a tracer provider that exports spans in batches. Returns null if the
// settings name no exporter.
std::shared_ptr<opentelemetry::sdk::trace::TracerProvider> NewTracerProvider(
    const TraceSettings& settings,
    const opentelemetry::sdk::resource::Resource& resource);

// Returns a meter provider with the views of views.h. Returns null if the
// settings name no exporter.
std::shared_ptr<opentelemetry::sdk::metrics::MeterProvider> NewMeterProvider(
    const MetricSettings& settings,
    const opentelemetry::sdk::resource::Resource& resource);

// Returns a propagator that combines these kinds.
opentelemetry::nostd::shared_ptr<
    opentelemetry::context::propagation::TextMapPropagator>
NewPropagator(const std::vector<PropagatorKind>& kinds);

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_PROVIDERS_H_
