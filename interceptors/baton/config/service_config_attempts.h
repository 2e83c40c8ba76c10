// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_SERVICE_CONFIG_ATTEMPTS_H_
#define BATON_CONFIG_SERVICE_CONFIG_ATTEMPTS_H_

#include "baton/config/syntax/json_object.h"
#include "baton/v1/policy.pb.h"

namespace baton::config {

// The two parts of a service config that make further attempts. Both report
// what gRPC refuses, and note what cannot be carried over exactly.
void ImportRetryPolicy(const JsonObject& source, v1::MethodPolicy& policy);

// Without `assume_idempotent` nothing is imported, which is noted.
void ImportHedgingPolicy(const JsonObject& source, bool assume_idempotent,
                         v1::MethodPolicy& policy);

}  // namespace baton::config

#endif  // BATON_CONFIG_SERVICE_CONFIG_ATTEMPTS_H_
