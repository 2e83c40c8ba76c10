// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_CALL_STYLE_H_
#define BATON_RPC_GRPC_CALL_STYLE_H_

#include "baton/rpc/grpc/interception.h"

namespace baton::rpc {

// The gRPC API that the application used for a call.
enum class CallStyle { kSync, kCompletionQueue, kCallback };

// Finds out the style from the first batch of a unary call. Must run on the
// thread that starts the batch.
//
// gRPC does not report the style. But a synchronous call has its batch on the
// stack of its thread, and the other styles have it in the arena of the call.
// Of these two, only the callback API still has the message as an object. A
// synchronous call on the stack of a fiber looks like another style. That
// works, but costs a hop to another thread.
CallStyle StyleOf(InterceptorBatchMethods& batch);

// Returns whether the first batch of any call belongs to a synchronous call.
bool IsSynchronous(InterceptorBatchMethods& batch);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_CALL_STYLE_H_
