// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_SERVICE_CONFIG_H_
#define BATON_CONFIG_SERVICE_CONFIG_H_

#include "baton/config/syntax/diagnostics.h"
#include "baton/config/syntax/syntax_node.h"
#include "baton/v1/policy.pb.h"

namespace baton::config {

// Converts a gRPC service config (gRFC A6, A2) to a policy with the same
// effect, as far as possible. docs/policy.md has the table. Values that gRPC
// rejects are errors. Parts without an exact equivalent are notes.
//
// gRPC uses only the most specific entry, while Baton merges entries by field.
// Each entry of the result therefore sets explicitly what its original left to
// the defaults of gRPC. There is always one entry for everything.
//
// gRPC retries all methods that the service config names. Baton repeats a call
// that may have taken effect only if its method is idempotent, and a service
// config does not declare this. Without `assume_idempotent`, retries are
// therefore limited to requests that were provably not processed, and hedging
// is omitted.
v1::Policy ImportServiceConfig(const SyntaxNode& root, bool assume_idempotent,
                               PositionMap& positions,
                               Diagnostics& diagnostics);

}  // namespace baton::config

#endif  // BATON_CONFIG_SERVICE_CONFIG_H_
