// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TELEMETRY_OPTIONS_H_
#define BATON_TELEMETRY_OPTIONS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "opentelemetry/context/propagation/text_map_propagator.h"
#include "opentelemetry/metrics/meter_provider.h"
#include "opentelemetry/nostd/shared_ptr.h"
#include "opentelemetry/trace/tracer_provider.h"

namespace baton {

// The version of OpenTelemetry's RPC attribute names that spans carry.
enum class Conventions {
  kFromEnvironment,  // as OTEL_SEMCONV_STABILITY_OPT_IN selects, or kCurrent
  kCurrent,          // rpc.system.name, rpc.response.status_code
  kOld,              // rpc.system, rpc.service, rpc.grpc.status_code
  kBoth,             // rpc.method has its current meaning
};

// The settings of traces. A value.
struct TracingOptions {
  // The provider of tracers. Null: the global provider, as soon as the
  // application sets one.
  opentelemetry::nostd::shared_ptr<opentelemetry::trace::TracerProvider>
      provider;
  // Writes trace contexts into metadata. Null: the global propagator, or W3C's
  // traceparent, tracestate and baggage as long as no global one is set.
  opentelemetry::nostd::shared_ptr<
      opentelemetry::context::propagation::TextMapPropagator>
      propagator;
  // The version of OpenTelemetry's attribute names.
  Conventions conventions = Conventions::kFromEnvironment;
  // Metadata keys to record on the spans of requests. Baton records the first
  // value of each key, up to kLongestMetadataValue bytes, and no other metadata
  // values. Keys that end in "-bin" are ignored.
  std::vector<std::string> recorded_metadata;
};

// The settings of metrics. A value.
struct MeteringOptions {
  // The provider of meters. Null: the global provider, as soon as the
  // application sets one.
  opentelemetry::nostd::shared_ptr<opentelemetry::metrics::MeterProvider>
      provider;
  // The maximum number of methods with their own label. All others share the
  // label "other". 0 to 100 000.
  std::size_t max_methods = 1000;
  // The maximum number of targets with their own label. All others share the
  // label "other". 0 to 100 000.
  std::size_t max_targets = 200;
};

// The options of OpenTelemetry(). A value.
struct TelemetryOptions {
  // The settings of traces.
  TracingOptions tracing;
  // The settings of metrics.
  MeteringOptions metering;
};

}  // namespace baton

#endif  // BATON_TELEMETRY_OPTIONS_H_
