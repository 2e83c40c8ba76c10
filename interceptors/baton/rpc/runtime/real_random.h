// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_REAL_RANDOM_H_
#define BATON_RPC_RUNTIME_REAL_RANDOM_H_

#include "baton/core/policy/random.h"

namespace baton::rpc {

// The calling thread's generator: seeded by the operating system when the
// thread first draws, and again in a child process, which would otherwise
// repeat what its parent draws. For jitter, not for secrets.
//
// Valid until the thread ends; never to be handed to another.
core::UniformSource& ThreadUniform();

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_REAL_RANDOM_H_
