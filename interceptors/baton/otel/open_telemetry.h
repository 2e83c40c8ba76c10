// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_OPEN_TELEMETRY_H_
#define BATON_OTEL_OPEN_TELEMETRY_H_

#include <memory>

#include "baton/core/report/telemetry.h"
#include "baton/otel/metering.h"
#include "baton/otel/tracing.h"

namespace baton::otel {

struct TelemetryOptions {
  TracingOptions tracing;
  MeteringOptions metering;
};

// Watches a service through OpenTelemetry's API, and needs no SDK. The global
// providers may be set before or after, and as long as there are none hardly
// anything is done.
std::shared_ptr<core::Telemetry> OpenTelemetry(
    const TelemetryOptions& options = {});

}  // namespace baton::otel

#endif  // BATON_OTEL_OPEN_TELEMETRY_H_
