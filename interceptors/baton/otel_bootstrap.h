// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_H_
#define BATON_OTEL_BOOTSTRAP_H_

#include "baton/base/export.h"

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "baton/otel_environment.h"
#include "opentelemetry/sdk/metrics/meter_provider.h"
#include "opentelemetry/sdk/trace/tracer_provider.h"

// Sets up the OpenTelemetry SDK from the standard OTEL_* variables, for
// programs without their own SDK. This is a separate Bazel target, so that
// programs with their own SDK do not link it.
//
//   int main() {
//     baton::OtelBootstrapOptions options;
//     options.service_name = "checkout";
//
//     const auto bootstrap = baton::OtelBootstrap::Start(options);
//     if (!bootstrap.ok()) return std::cerr << bootstrap.status() << "\n", 2;
//     client_options.telemetry = baton::OpenTelemetry();
//     ...
//   }  // Exports the pending data, within five seconds.
namespace BATON_EXPORT baton {

// The options of OtelBootstrap::Start(). A value.
struct OtelBootstrapOptions {
  // The name of the service. Used if the environment sets no name.
  std::string service_name;
  // The maximum time that the destructor takes, even if an exporter hangs. 0 to
  // 1 minute.
  absl::Duration flush_timeout = absl::Seconds(5);
  // Provides the OTEL_* variables. Null: the environment of this process.
  OtelEnvironment environment;
};

// The OpenTelemetry SDK for a whole program, set up from the standard OTEL_*
// variables. Sets the global tracer provider, meter provider and propagator.
// Owned by the program. docs/telemetry.md has a table of the variables.
class OtelBootstrap {
 public:
  // Sets up the SDK. Call it before the process makes calls. Only one
  // OtelBootstrap may exist at a time. If a variable is invalid, the error
  // lists every invalid variable, and nothing has changed.
  static absl::StatusOr<std::unique_ptr<OtelBootstrap>> Start(
      const OtelBootstrapOptions& options);

  // Removes the global providers, exports the remaining telemetry and shuts
  // down. After `flush_timeout`, it no longer waits for exporters that are
  // still running. Telemetry that they have not exported may be lost.
  ~OtelBootstrap();
  OtelBootstrap(const OtelBootstrap&) = delete;
  OtelBootstrap& operator=(const OtelBootstrap&) = delete;

  // Exports all recorded telemetry. Returns false if this takes longer than
  // `timeout`. Also returns false if the SDK reports an error during the
  // export, for example because an export failed.
  bool Flush(absl::Duration timeout);

  // Returns whether traces are exported. False if the environment disables
  // them.
  bool exports_traces() const { return tracers_ != nullptr; }
  // Returns whether metrics are exported. False if the environment disables
  // them.
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
