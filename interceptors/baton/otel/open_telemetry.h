// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_OPEN_TELEMETRY_H_
#define BATON_OTEL_OPEN_TELEMETRY_H_

#include <memory>

#include "baton/core/telemetry.h"
#include "baton/otel/tracing.h"

namespace baton::otel {

struct TelemetryOptions {
  TracingOptions tracing;
};

// Watches a service through OpenTelemetry's API, and needs no SDK. The global
// provider may be set before or after, and as long as there is none hardly
// anything is done.
std::shared_ptr<core::Telemetry> OpenTelemetry(
    const TelemetryOptions& options = {});

}  // namespace baton::otel

#endif  // BATON_OTEL_OPEN_TELEMETRY_H_
