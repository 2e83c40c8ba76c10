// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_SERVICE_CONFIG_H_
#define BATON_CONFIG_SERVICE_CONFIG_H_

#include "baton/config/syntax/diagnostics.h"
#include "baton/config/syntax/syntax_node.h"
#include "baton/v1/policy.pb.h"

namespace baton::config {

// Turns a gRPC service config (gRFC A6, A2) into a policy that does the same,
// as nearly as may be; docs/policy.md has the table. What gRPC refuses is an
// error. What cannot be carried over exactly is a note.
//
// gRPC takes the one entry that is most specific whole, while policies are
// merged by field: so each entry of the result says explicitly what its
// original left to gRPC's defaults, and there is always one for everything.
//
// gRPC retries whatever the service config names. Here a call that may have
// had an effect is sent again only if its method is idempotent, and a service
// config does not say that: so retries stay limited to requests that were
// provably not processed, and hedging is left out, unless
// `assume_idempotent`.
v1::Policy ImportServiceConfig(const SyntaxNode& root, bool assume_idempotent,
                               PositionMap& positions,
                               Diagnostics& diagnostics);

}  // namespace baton::config

#endif  // BATON_CONFIG_SERVICE_CONFIG_H_
