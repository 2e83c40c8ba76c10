// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TELEMETRY_H_
#define BATON_TELEMETRY_H_

#include "baton/otel/conventions.h"
#include "baton/otel/open_telemetry.h"

// Records calls, attempts and requests as traces and metrics of OpenTelemetry,
// with the reason why a call was or was not retried. docs/telemetry.md lists
// the recorded data.
//
//   const auto telemetry = baton::OpenTelemetry();
//   client_options.telemetry = telemetry;
//   server_options.telemetry = telemetry;
//
// By default, the data goes to the global providers, which the application
// sets. The options can name other providers:
//
//   baton::TelemetryOptions options;
//   options.tracing.provider = tracer_provider;
//   options.metering.provider = meter_provider;
//   const auto telemetry = baton::OpenTelemetry(options);
namespace baton {

using otel::Conventions;
using otel::OpenTelemetry;
using otel::TelemetryOptions;

}  // namespace baton

#endif  // BATON_TELEMETRY_H_
