// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_SERVICE_CONFIG_ATTEMPTS_H_
#define BATON_CONFIG_SERVICE_CONFIG_ATTEMPTS_H_

#include "baton/config/syntax/json_object.h"
#include "baton/v1/policy.pb.h"

namespace baton::config {

// Imports a `retryPolicy`. Reports an error for each value that gRPC rejects.
// Adds a note for each part that Baton cannot represent exactly.
void ImportRetryPolicy(const JsonObject& source, v1::MethodPolicy& policy);

// Imports a `hedgingPolicy` in the same way. If `assume_idempotent` is false,
// imports nothing and adds a note.
void ImportHedgingPolicy(const JsonObject& source, bool assume_idempotent,
                         v1::MethodPolicy& policy);

}  // namespace baton::config

#endif  // BATON_CONFIG_SERVICE_CONFIG_ATTEMPTS_H_
