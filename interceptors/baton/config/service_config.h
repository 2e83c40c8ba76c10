// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_SERVICE_CONFIG_H_
#define BATON_CONFIG_SERVICE_CONFIG_H_

#include "baton/config/syntax/diagnostics.h"
#include "baton/config/syntax/syntax_node.h"
#include "baton/v1/policy.pb.h"

namespace baton::config {

// Converts a gRPC service config (gRFC A6, A2) to a policy with the same
// effect, as far as possible. docs/policy.md has a table of the fields. Reports
// an error for each value that gRPC rejects. Adds a note for each part that
// Baton cannot represent exactly.
//
// For a call, gRPC uses only the most specific entry of a service config. Baton
// merges the entries of a policy, each field separately. If an entry of the
// service config does not set a field, the new entry therefore sets it to the
// default of gRPC. The new policy always has one entry that applies to all
// methods without a more specific entry. If the service config has no such
// entry, this function adds it.
//
// gRPC retries all methods with a retry policy. Baton retries a call that may
// have taken effect only if its method is idempotent. A service config cannot
// declare a method idempotent. With `assume_idempotent`, the new policy
// declares all methods with a retry policy idempotent. Without it, Baton
// retries only requests that were provably not processed, unless the descriptor
// of the method declares it idempotent. The new policy then also has no
// hedging.
v1::Policy ImportServiceConfig(const SyntaxNode& root, bool assume_idempotent,
                               PositionMap& positions,
                               Diagnostics& diagnostics);

}  // namespace baton::config

#endif  // BATON_CONFIG_SERVICE_CONFIG_H_
