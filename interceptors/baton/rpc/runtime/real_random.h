// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_REAL_RANDOM_H_
#define BATON_RPC_RUNTIME_REAL_RANDOM_H_

#include "baton/core/policy/random.h"

namespace baton::rpc {

// Returns the random generator of the calling thread. The operating system
// seeds it at the thread's first call, and again in a forked child, which would
// otherwise repeat the numbers of its parent. Use it for jitter, not for
// secrets.
//
// Valid until the thread ends. Do not pass it to another thread.
core::UniformSource& ThreadUniform();

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_REAL_RANDOM_H_
