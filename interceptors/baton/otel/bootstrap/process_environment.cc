// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdlib>

#include "baton/otel_environment.h"

namespace baton {

OtelEnvironment OtelProcessEnvironment() {
  return [](const std::string& name) -> std::string {
    const char* const value = std::getenv(name.c_str());
    return value == nullptr ? "" : value;
  };
}

}  // namespace baton
