// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_E2E_TELEMETRY_EXPORTED_CHAIN_H_
#define BATON_TESTS_E2E_TELEMETRY_EXPORTED_CHAIN_H_

#include <string>

#include "absl/status/status.h"

namespace baton {

// Has five services and the program of their users, processes all of them,
// answer so many requests in a weather where every second call of the last one
// fails, and one in which all do; what that is in telemetry goes to the OTLP
// endpoint, over gRPC. All of it has been sent when this returns.
absl::Status ExportAChain(const std::string& endpoint, int requests);

}  // namespace baton

#endif  // BATON_TESTS_E2E_TELEMETRY_EXPORTED_CHAIN_H_
