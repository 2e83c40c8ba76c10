// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_ADVICE_WRITER_H_
#define BATON_RPC_SERVER_ADVICE_WRITER_H_

#include <map>
#include <string>

#include "baton/retry_advice.h"

namespace baton::rpc {

// Adds advice to the trailing metadata of a response, before gRPC sends it:
// `retry-advice`, and gRPC's own pushback with the same meaning. Replaces
// existing advice, which for example a handler has forwarded from another
// server. Replaces existing pushback only if the new advice needs pushback.
void WriteAdvice(const RetryAdvice& advice,
                 std::multimap<std::string, std::string>& trailing_metadata);

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_ADVICE_WRITER_H_
