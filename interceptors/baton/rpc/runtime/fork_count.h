// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_FORK_COUNT_H_
#define BATON_RPC_RUNTIME_FORK_COUNT_H_

#include <cstdint>

namespace baton::rpc {

// Returns the number of forks between the process that was started and this
// one. Random state that was copied by a fork must not be used in both
// processes. Counts from the first call on. Thread-safe.
uint32_t ForkCount();

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_FORK_COUNT_H_
