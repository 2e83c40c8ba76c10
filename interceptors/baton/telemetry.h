// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TELEMETRY_H_
#define BATON_TELEMETRY_H_

#include <memory>

#include "baton/telemetry_interface.h"
#include "baton/telemetry_options.h"

namespace baton {

// Watches a service through OpenTelemetry's API, and needs no SDK. The global
// providers may be set before or after, and as long as there are none hardly
// anything is done.
std::shared_ptr<Telemetry> OpenTelemetry(const TelemetryOptions& options = {});

}  // namespace baton

#endif  // BATON_TELEMETRY_H_
