// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_RESOURCE_H_
#define BATON_OTEL_BOOTSTRAP_RESOURCE_H_

#include <map>
#include <string>

#include "opentelemetry/sdk/resource/resource.h"

namespace baton::otel {

// Returns the OpenTelemetry resource for all telemetry of this process: the
// service name, the host name, the process id and a random id. The attributes
// in `configured` have precedence over these values.
opentelemetry::sdk::resource::Resource DetectResource(
    const std::map<std::string, std::string>& configured,
    const std::string& service_name);

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_RESOURCE_H_
