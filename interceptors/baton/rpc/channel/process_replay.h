// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CHANNEL_PROCESS_REPLAY_H_
#define BATON_RPC_CHANNEL_PROCESS_REPLAY_H_

#include "baton/core/limits/replay_limit.h"

namespace baton::rpc {

// Returns the counter of the bytes that all calls of this process keep for
// later attempts. It lives until the end of the process, because calls may
// outlive main().
core::ReplayLimit& ProcessReplayLimit();

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_PROCESS_REPLAY_H_
