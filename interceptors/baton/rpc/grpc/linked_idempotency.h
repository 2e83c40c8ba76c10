// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_LINKED_IDEMPOTENCY_H_
#define BATON_RPC_GRPC_LINKED_IDEMPOTENCY_H_

#include "baton/policy/policy.h"

namespace baton::rpc {

// Declares in `policy` the `idempotency_level` of each method whose generated
// code is linked into this process, and applies the declarations. Reads the
// descriptors once per process. Thread-safe.
void DeclareLinkedMethods(Policy& policy);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_LINKED_IDEMPOTENCY_H_
