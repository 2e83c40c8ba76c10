// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_RESOURCE_H_
#define BATON_OTEL_BOOTSTRAP_RESOURCE_H_

#include <map>
#include <string>

#include "opentelemetry/sdk/resource/resource.h"

namespace baton::otel {

// What all telemetry of this process says that it comes from: its host, its
// process and an id of this run, unless `configured` says otherwise; and
// `service_name` if that names no service.
opentelemetry::sdk::resource::Resource DetectResource(
    const std::map<std::string, std::string>& configured,
    const std::string& service_name);

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_RESOURCE_H_
