// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_REAL_RANDOM_H_
#define BATON_RPC_RUNTIME_REAL_RANDOM_H_

#include "baton/core/policy/random.h"

namespace baton::rpc {

// Returns the random generator of the calling thread. The operating system
// provides the seed, when the thread first calls this function. In a forked
// child, the generator gets a new seed. Otherwise parent and child would draw
// the same numbers. Use it for jitter, not for secrets.
//
// The reference is valid until the thread ends. Do not pass it to another
// thread.
core::UniformSource& ThreadUniform();

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_REAL_RANDOM_H_
