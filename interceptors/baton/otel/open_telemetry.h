// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_OPEN_TELEMETRY_H_
#define BATON_OTEL_OPEN_TELEMETRY_H_

#include <memory>

#include "baton/core/telemetry.h"
#include "baton/otel/metering.h"
#include "baton/otel/tracing.h"

namespace baton::otel {

struct TelemetryOptions {
  TracingOptions tracing;
  MeteringOptions metering;
};

// Returns telemetry that reports calls and requests to OpenTelemetry's API. It
// needs no SDK. The application may set the global providers before or after
// this call. Without a provider, the cost for each call is very small.
std::shared_ptr<core::Telemetry> OpenTelemetry(
    const TelemetryOptions& options = {});

}  // namespace baton::otel

#endif  // BATON_OTEL_OPEN_TELEMETRY_H_
