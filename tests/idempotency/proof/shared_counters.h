// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_IDEMPOTENCY_PROOF_SHARED_COUNTERS_H_
#define BATON_TESTS_IDEMPOTENCY_PROOF_SHARED_COUNTERS_H_

#include <memory>
#include <string>

#include "baton/server_counters.h"

namespace baton {

// Counters in a file that several processes map into their memory. The counts
// outlive a killed process.

// Creates the file, with all counters zero. Returns null on failure.
std::shared_ptr<ServerCounters> CreateSharedCounters(const std::string& path);

// Opens the file that CreateSharedCounters() has created. Returns null on
// failure.
std::shared_ptr<ServerCounters> OpenSharedCounters(const std::string& path);

}  // namespace baton

#endif  // BATON_TESTS_IDEMPOTENCY_PROOF_SHARED_COUNTERS_H_
