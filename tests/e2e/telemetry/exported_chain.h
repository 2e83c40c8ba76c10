// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_E2E_TELEMETRY_EXPORTED_CHAIN_H_
#define BATON_TESTS_E2E_TELEMETRY_EXPORTED_CHAIN_H_

#include <string>

#include "absl/status/status.h"

namespace baton {

// Runs five services and the program of their users as processes. They handle
// `requests` requests while every second call of the last service fails, and
// then one request while all of them fail. The telemetry goes to the OTLP
// endpoint, over gRPC. All of it has been sent when this function returns.
absl::Status ExportAChain(const std::string& endpoint, int requests);

}  // namespace baton

#endif  // BATON_TESTS_E2E_TELEMETRY_EXPORTED_CHAIN_H_
