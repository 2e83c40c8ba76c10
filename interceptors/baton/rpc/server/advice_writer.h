// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_ADVICE_WRITER_H_
#define BATON_RPC_SERVER_ADVICE_WRITER_H_

#include <map>
#include <string>

#include "baton/retry_advice.h"

namespace baton::rpc {

// Puts `retry-advice`, and what tells unmodified clients the same, into
// trailing metadata that is about to be sent. Takes the place of advice that
// is there already, as it is where a handler sends on what it received; native
// pushback of the application's own is only replaced by one that we send.
void WriteAdvice(const RetryAdvice& advice,
                 std::multimap<std::string, std::string>& trailing_metadata);

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_ADVICE_WRITER_H_
