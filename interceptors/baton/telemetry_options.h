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

// Which of OpenTelemetry's names for RPC attributes spans carry.
enum class Conventions {
  kFromEnvironment,  // as OTEL_SEMCONV_STABILITY_OPT_IN says, else kCurrent
  kCurrent,          // rpc.system.name, rpc.response.status_code
  kOld,              // rpc.system, rpc.service, rpc.grpc.status_code
  kBoth,             // where one name has two meanings, the current one
};

struct TracingOptions {
  // Null: the global one, whenever there is one.
  opentelemetry::nostd::shared_ptr<opentelemetry::trace::TracerProvider>
      provider;
  // How trace contexts are written into metadata. Null: the global one, and
  // W3C's traceparent, tracestate and baggage as long as nobody has set one.
  opentelemetry::nostd::shared_ptr<
      opentelemetry::context::propagation::TextMapPropagator>
      propagator;
  Conventions conventions = Conventions::kFromEnvironment;
  // Keys of metadata whose values are recorded on the spans of requests: the
  // first value of each, up to kLongestMetadataValue bytes. No other values
  // ever are. Keys that end in "-bin" are left out.
  std::vector<std::string> recorded_metadata;
};

struct MeteringOptions {
  // Null: the global one, whenever there is one.
  opentelemetry::nostd::shared_ptr<opentelemetry::metrics::MeterProvider>
      provider;
  // So many methods and so many targets have labels of their own; all others
  // share the label "other". At most 100 000.
  std::size_t max_methods = 1000;
  std::size_t max_targets = 200;
};

struct TelemetryOptions {
  TracingOptions tracing;
  MeteringOptions metering;
};

}  // namespace baton

#endif  // BATON_TELEMETRY_OPTIONS_H_
