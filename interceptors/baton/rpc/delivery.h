// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_DELIVERY_H_
#define BATON_RPC_DELIVERY_H_

#include "baton/rpc/attempt.h"
#include "baton/rpc/client_options.h"
#include "baton/rpc/interception.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// Fills the receiving half of a hijacked batch of a unary call with what the
// call came to. `winner` is the attempt whose answer it is, or null if there
// is none (cancelled before the first, say); it must outlive the outer
// context, which is given references into it. `status` is the call's.
//
// Does not Proceed(). To be called once per batch, in its PRE_RECV stage.
void Deliver(Attempt* winner, const grpc::Status& status, MessageCodec codec,
             InterceptorBatchMethods& batch);

}  // namespace baton::rpc

#endif  // BATON_RPC_DELIVERY_H_
