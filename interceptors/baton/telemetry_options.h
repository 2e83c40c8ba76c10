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

// The version of OpenTelemetry's RPC attribute names on spans.
enum class Conventions {
  // kBoth if OTEL_SEMCONV_STABILITY_OPT_IN contains rpc/dup, else kCurrent.
  kFromEnvironment,
  kCurrent,  // rpc.system.name, rpc.response.status_code
  kOld,      // rpc.system, rpc.service, rpc.grpc.status_code
  kBoth,     // the names of both versions. rpc.method has its current meaning
};

// The settings of traces. A value.
struct TracingOptions {
  // The provider of tracers. Null: the global provider, as soon as the
  // application sets one.
  opentelemetry::nostd::shared_ptr<opentelemetry::trace::TracerProvider>
      provider;
  // Writes trace contexts into metadata. Null: the global propagator. If
  // no global propagator is set: W3C's traceparent, tracestate and baggage.
  opentelemetry::nostd::shared_ptr<
      opentelemetry::context::propagation::TextMapPropagator>
      propagator;
  // The version of OpenTelemetry's attribute names.
  Conventions conventions = Conventions::kFromEnvironment;
  // Metadata keys to record on the spans of requests. Baton records the first
  // 256 bytes of the first value of each key, and no other metadata values.
  // Baton ignores keys that end in "-bin".
  std::vector<std::string> recorded_metadata;
};

// The settings of metrics. A value.
struct MeteringOptions {
  // The provider of meters. Null: the global provider, as soon as the
  // application sets one.
  opentelemetry::nostd::shared_ptr<opentelemetry::metrics::MeterProvider>
      provider;
  // The maximum number of methods with a label of their own. All other methods
  // share the label "other". 0 to 100 000. Larger values count as 100 000.
  std::size_t max_methods = 1000;
  // The maximum number of targets with a label of their own, as for methods.
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
