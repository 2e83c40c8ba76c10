// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_CALL_STYLE_H_
#define BATON_RPC_GRPC_CALL_STYLE_H_

#include "baton/rpc/grpc/interception.h"

namespace baton::rpc {

// Through which of gRPC's APIs the application made a call.
enum class CallStyle { kSync, kCompletionQueue, kCallback };

// Tells it from the first batch of a unary call, on the
// thread that starts it.
//
// gRPC does not say. But a synchronous call keeps its batch on the stack of its
// thread, where the others take it from the call's arena; and of those, only
// the callback API still has the message as an object. On the stack of a fibre
// a synchronous call passes for one of the others, which serves it as well,
// only with a hop to another thread.
CallStyle StyleOf(InterceptorBatchMethods& batch);

// The same of any call's first batch, though only half of it.
bool IsSynchronous(InterceptorBatchMethods& batch);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_CALL_STYLE_H_
