// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/e2e/telemetry/exported_chain.h"

#include <cstdint>
#include <cstdlib>

#include "absl/time/time.h"
#include "examples/stack/driver/setup.h"
#include "examples/stack/shop/telemetry.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

absl::Status SetStoreFailures(stack::Setup& setup, double ratio) {
  stack::Faults faults;
  faults.set_fail_ratio(ratio);
  return setup.stack().SetFaults(faults);
}

absl::Status MakeRequests(stack::Setup& setup, int requests) {
  absl::Status status = SetStoreFailures(setup, 0.5);
  if (!status.ok()) return status;
  for (int id = 1; id <= requests; ++id) {
    setup.Get(static_cast<std::uint32_t>(id), kPatience);
  }
  status = SetStoreFailures(setup, 1);
  if (!status.ok()) return status;
  setup.Get(static_cast<std::uint32_t>(requests) + 1, kPatience);
  return absl::OkStatus();
}

}  // namespace

absl::Status ExportAChain(const std::string& endpoint, int requests) {
  // For this process and for its child processes.
  setenv("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint.c_str(), 1);
  setenv("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", 1);
  // The gauges of a target end with its channel, before the process ends.
  setenv("OTEL_METRIC_EXPORT_INTERVAL", "100", 1);

  const auto app = stack::SpanExport::Start({stack::kAsEnvironmentSays, "app"});
  if (!app.ok()) return app.status();
  stack::StackOptions options;
  options.program = "examples/stack/shop/shop";
  options.otlp_endpoint = stack::kAsEnvironmentSays;
  options.app_telemetry = (*app)->telemetry();
  const auto setup = stack::Setup::Start(options);
  if (!setup.ok()) return setup.status();
  return MakeRequests(**setup, requests);
}

}  // namespace baton
