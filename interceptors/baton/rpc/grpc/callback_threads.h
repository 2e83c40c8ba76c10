// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_CALLBACK_THREADS_H_
#define BATON_RPC_GRPC_CALLBACK_THREADS_H_

namespace baton::rpc {

// Keeps gRPC's callback threads for as long as the process lives. The first
// call starts them. Thread-safe.
//
// On Linux, gRPC before 1.69 joins these threads when the last channel that
// used them is destroyed. A callback call that Baton completes may hold the
// last channel, and may end on one of these threads, which would then join
// itself. A channel that is never destroyed prevents that.
void KeepCallbackThreads();

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_CALLBACK_THREADS_H_
