// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_H_
#define BATON_OTEL_BOOTSTRAP_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "baton/otel_environment.h"
#include "opentelemetry/sdk/metrics/meter_provider.h"
#include "opentelemetry/sdk/trace/tracer_provider.h"

namespace baton {

struct OtelBootstrapOptions {
  // Unless the environment names the service.
  std::string service_name;
  // The longest that the end may take, whatever the exporters are at: 0 to a
  // minute.
  absl::Duration flush_timeout = absl::Seconds(5);
  // Null: that of this process.
  OtelEnvironment environment;
};

// OpenTelemetry's SDK for a whole program, set up as the standard OTEL_*
// variables say: the global tracer provider, meter provider and propagator.
// docs/telemetry.md has a table of the variables.
class OtelBootstrap {
 public:
  // Once in a process at a time, before it makes calls. An error lists every
  // variable that is wrong; nothing has been set up then.
  static absl::StatusOr<std::unique_ptr<OtelBootstrap>> Start(
      const OtelBootstrapOptions& options);

  // Exports what there is, takes the global providers back and shuts down. What
  // an exporter has not got rid of by then is lost: it is left to itself.
  ~OtelBootstrap();
  OtelBootstrap(const OtelBootstrap&) = delete;
  OtelBootstrap& operator=(const OtelBootstrap&) = delete;

  // Exports what there is. False if it took longer, or the SDK has reported an
  // error meanwhile, as it does of each export that fails.
  bool Flush(absl::Duration timeout);

  // What goes out: false if the environment says that nothing shall.
  bool exports_traces() const { return tracers_ != nullptr; }
  bool exports_metrics() const { return meters_ != nullptr; }

 private:
  explicit OtelBootstrap(absl::Duration flush_timeout)
      : flush_timeout_(flush_timeout) {}

  const absl::Duration flush_timeout_;
  std::shared_ptr<opentelemetry::sdk::trace::TracerProvider> tracers_;
  std::shared_ptr<opentelemetry::sdk::metrics::MeterProvider> meters_;
};

}  // namespace baton

#endif  // BATON_OTEL_BOOTSTRAP_H_
