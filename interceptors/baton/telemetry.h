// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TELEMETRY_H_
#define BATON_TELEMETRY_H_

#include "baton/base/export.h"

#include <memory>

#include "baton/telemetry_interface.h"
#include "baton/telemetry_options.h"

// Records calls, attempts and requests as traces and metrics of OpenTelemetry.
// The data shows why a call was retried or not. docs/telemetry.md lists all
// recorded data.
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
namespace BATON_EXPORT baton {

// Returns an object that reports calls and requests to OpenTelemetry's API. It
// needs no SDK. The application may set the global providers before or after
// this function. Without a provider, the object costs very little time per
// call.
std::shared_ptr<Telemetry> OpenTelemetry(const TelemetryOptions& options = {});

}  // namespace baton

#endif  // BATON_TELEMETRY_H_
