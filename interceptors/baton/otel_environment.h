// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_ENVIRONMENT_H_
#define BATON_OTEL_ENVIRONMENT_H_

#include <functional>
#include <string>

namespace baton {

// Returns the value of a variable, or an empty string if it is not set.
// OpenTelemetry treats both alike.
using OtelEnvironment = std::function<std::string(const std::string& name)>;

// Returns the environment of this process.
OtelEnvironment OtelProcessEnvironment();

}  // namespace baton

#endif  // BATON_OTEL_ENVIRONMENT_H_
