// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_ATTEMPT_HEADERS_H_
#define BATON_RPC_ATTEMPT_HEADERS_H_

#include "baton/core/attempt_observer.h"
#include "baton/rpc/attempt.h"

namespace baton::rpc {

// Says in the metadata of an attempt what it is: which one of its call, why,
// and what it may spend.
void SetAttemptHeaders(const AttemptFacts& attempt,
                       core::AttemptMetadata& metadata);

}  // namespace baton::rpc

#endif  // BATON_RPC_ATTEMPT_HEADERS_H_
