// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_ADVICE_WRITER_H_
#define BATON_RPC_SERVER_ADVICE_WRITER_H_

#include <map>
#include <string>

#include "baton/retry_advice.h"

namespace baton::rpc {

// Adds `retry-advice`, and gRPC's own pushback with the same meaning, to
// trailing metadata that is about to be sent. Replaces existing advice, for
// example advice that a handler forwards from another server. Replaces existing
// pushback only if the advice itself contains one.
void WriteAdvice(const RetryAdvice& advice,
                 std::multimap<std::string, std::string>& trailing_metadata);

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_ADVICE_WRITER_H_
