// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_ENVIRONMENT_H_
#define BATON_OTEL_ENVIRONMENT_H_

#include "baton/base/export.h"

#include <functional>
#include <string>

namespace BATON_EXPORT baton {

// Returns the value of an environment variable. Returns an empty string if the
// variable is not set, because OpenTelemetry treats an empty variable as not
// set.
using OtelEnvironment = std::function<std::string(const std::string& name)>;

// Returns a function that reads the environment of this process.
OtelEnvironment OtelProcessEnvironment();

}  // namespace baton

#endif  // BATON_OTEL_ENVIRONMENT_H_
