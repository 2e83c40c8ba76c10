// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_TRAILERS_ONLY_H_
#define BATON_RPC_GRPC_TRAILERS_ONLY_H_

#include "grpc/grpc.h"

namespace baton::rpc {

// Returns whether the response of `call` has no headers and no messages, only
// trailers. Valid when the initial metadata of the call have been received.
//
// gRPC has no public function for this. Its callback API asks a function of
// the reactor, which is public but "not part of the API". Checked with gRPC
// 1.51 and 1.83. If a later version removes the function, trailers_only.cc does
// not compile.
bool IsTrailersOnly(const grpc_call* call);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_TRAILERS_ONLY_H_
