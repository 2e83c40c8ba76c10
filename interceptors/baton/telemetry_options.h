// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TELEMETRY_OPTIONS_H_
#define BATON_TELEMETRY_OPTIONS_H_

#include "baton/base/export.h"

#include <cstddef>
#include <string>
#include <vector>

#include "opentelemetry/context/propagation/text_map_propagator.h"
#include "opentelemetry/metrics/meter_provider.h"
#include "opentelemetry/nostd/shared_ptr.h"
#include "opentelemetry/trace/tracer_provider.h"

namespace BATON_EXPORT baton {

// The version of the OpenTelemetry conventions for RPC attribute names on
// spans.
enum class Conventions {
  // kBoth if OTEL_SEMCONV_STABILITY_OPT_IN contains rpc/dup, else kCurrent.
  kFromEnvironment,
  kCurrent,  // rpc.system.name, rpc.response.status_code
  kOld,      // rpc.system, rpc.service, rpc.grpc.status_code
  kBoth,     // both sets of names. rpc.method has its current meaning
};

// The settings of traces. A value.
struct TracingOptions {
  // The provider of tracers. Null: the global provider, as soon as the
  // application sets one.
  opentelemetry::nostd::shared_ptr<opentelemetry::trace::TracerProvider>
      provider;
  // Writes trace contexts into metadata. Null: the global propagator. If the
  // application sets no global propagator either, Baton uses W3C's traceparent,
  // tracestate and baggage.
  opentelemetry::nostd::shared_ptr<
      opentelemetry::context::propagation::TextMapPropagator>
      propagator;
  // The version of OpenTelemetry's attribute names.
  Conventions conventions = Conventions::kFromEnvironment;
  // The keys of request metadata that Baton records on the spans of requests.
  // For each key, Baton records the first 256 bytes of the first value. It
  // records no other metadata values. Baton ignores keys that end in "-bin".
  std::vector<std::string> recorded_metadata;
  // The maximum number of methods with their own span names, for calls and for
  // requests each. The spans of all further methods have the name "grpc" and
  // the method `_OTHER`. 0 to 100 000. Larger values count as 100 000.
  std::size_t max_methods = 1000;
};

// The settings of metrics. A value.
struct MeteringOptions {
  // The provider of meters. Null: the global provider, as soon as the
  // application sets one.
  opentelemetry::nostd::shared_ptr<opentelemetry::metrics::MeterProvider>
      provider;
  // The maximum number of methods with their own value of the metric label
  // `grpc.method`, for calls and for requests each. All further methods share
  // the value "other". So do methods that a server does not serve. 0 to 100
  // 000. Larger values count as 100 000.
  std::size_t max_methods = 1000;
  // The maximum number of targets with their own value of the label
  // `grpc.target`, as for methods.
  std::size_t max_targets = 200;
  // The maximum number of servers with their own value of the label
  // `retry.peer`, as for methods. Only servers whose attempts have failed
  // count.
  std::size_t max_peers = 200;
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
