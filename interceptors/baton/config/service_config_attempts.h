// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_SERVICE_CONFIG_ATTEMPTS_H_
#define BATON_CONFIG_SERVICE_CONFIG_ATTEMPTS_H_

#include "baton/config/syntax/json_object.h"
#include "baton/v1/policy.pb.h"

namespace baton::config {

// Import the two parts of a service config that cause further attempts. Both
// report what gRPC rejects, and add notes on parts without an exact equivalent.
void ImportRetryPolicy(const JsonObject& source, v1::MethodPolicy& policy);

// Without `assume_idempotent` imports nothing, and adds a note.
void ImportHedgingPolicy(const JsonObject& source, bool assume_idempotent,
                         v1::MethodPolicy& policy);

}  // namespace baton::config

#endif  // BATON_CONFIG_SERVICE_CONFIG_ATTEMPTS_H_
