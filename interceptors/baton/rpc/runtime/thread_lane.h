// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_THREAD_LANE_H_
#define BATON_RPC_RUNTIME_THREAD_LANE_H_

#include <cstdint>

namespace baton::rpc {

// Returns the lane of the calling thread: a small number that no other thread
// of the process has had. Selects the entry of a sharded record that the thread
// writes, such as core::NewestAnswer.
uint64_t ThreadLane();

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_THREAD_LANE_H_
