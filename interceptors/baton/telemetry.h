// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TELEMETRY_H_
#define BATON_TELEMETRY_H_

#include "baton/otel/conventions.h"
#include "baton/otel/open_telemetry.h"

// Every call, attempt and request in OpenTelemetry's traces and metrics, with
// the reason why a call was retried or not; docs/telemetry.md shows what is
// recorded.
//
//   const auto telemetry = baton::OpenTelemetry();
//   client_options.telemetry = telemetry;
//   server_options.telemetry = telemetry;
//
// It goes to the global providers, which are the application's to set, or to
// those that are given:
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
