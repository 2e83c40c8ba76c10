// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_CALL_STYLE_H_
#define BATON_RPC_GRPC_CALL_STYLE_H_

#include "baton/rpc/grpc/interception.h"

namespace baton::rpc {

// The gRPC API that the application used for a call.
enum class CallStyle { kSync, kCompletionQueue, kCallback };

// Returns the style of a unary call, from its first batch. Must run on the
// thread that starts the batch.
//
// gRPC does not report the style, but the memory of the batch shows it. A
// synchronous call has its batch on the stack of its thread. The other styles
// have it in the memory of the call. Among these, only a batch of the callback
// API still contains the message as an object.
//
// If an application makes a synchronous call on the stack of a fiber, the call
// looks like another style. The call still works, but an additional thread
// handles it.
CallStyle StyleOf(InterceptorBatchMethods& batch);

// Returns whether the current function runs on a stack that is not the stack of
// its thread, such as the stack of a fiber.
bool IsOnForeignStack();

// Returns whether the first batch of any call belongs to a synchronous call.
bool IsSynchronous(InterceptorBatchMethods& batch);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_CALL_STYLE_H_
