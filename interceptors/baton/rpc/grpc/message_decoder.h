// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_MESSAGE_DECODER_H_
#define BATON_RPC_GRPC_MESSAGE_DECODER_H_

#include "baton/client_options.h"
#include "baton/rpc/grpc/interception.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// Converts `bytes` to the application's message, and consumes them. `message`
// is the result of GetRecvMessage() of `batch`, in its PRE_RECV stage. Returns
// INTERNAL on failure.
//
// gRPC proves the type of the message, or converts the bytes itself when the
// batch completes. `codec` applies only to messages of streams whose type gRPC
// does not prove.
grpc::Status DecodeMessage(grpc::ByteBuffer& bytes, MessageCodec codec,
                           InterceptorBatchMethods& batch, void* message);

// Returns whether DecodeMessage() can convert bytes at any later stage of
// `batch`, too.
bool CanDecodeLater(InterceptorBatchMethods& batch);

// Returns whether the application receives bytes, as far as gRPC proves it.
bool ReceivesBytes(InterceptorBatchMethods& batch);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_MESSAGE_DECODER_H_
