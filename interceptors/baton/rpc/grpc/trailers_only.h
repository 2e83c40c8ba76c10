// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_TRAILERS_ONLY_H_
#define BATON_RPC_GRPC_TRAILERS_ONLY_H_

#include "grpcpp/client_context.h"

namespace baton::rpc {

// Returns whether the response to the call of `context` has no headers and no
// messages, only trailers. Valid when the initial metadata of the call have
// been received.
//
// If a connection breaks inside the headers, gRPC delivers the fields that have
// arrived, and says that the response has only trailers. Its function asserts
// that there are no such fields, and would abort the process. Such a response
// does not count as trailers here. Fields that gRPC does not show to
// applications, such as `grpc-status`, are not covered.
//
// gRPC has no public function for this. Its callback API asks a function of
// the reactor, which is public but "not part of the API". Checked with gRPC
// 1.51 and 1.83. If a later version removes the function, trailers_only.cc does
// not compile.
bool IsTrailersOnly(grpc::ClientContext& context);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_TRAILERS_ONLY_H_
