// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_MESSAGE_DECODER_H_
#define BATON_RPC_GRPC_MESSAGE_DECODER_H_

#include "baton/rpc/grpc/interception.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// Converts `bytes` to the application's message, and consumes them. `message`
// is the result of GetRecvMessage() of `batch`, in its PRE_RECV stage. Returns
// INTERNAL on failure.
//
// If gRPC does not prove the type of the message, gRPC itself converts the
// bytes when the batch completes. It then reports a failure as it does without
// Baton. The message of a batch that is not from gRPC must be a protobuf
// message.
grpc::Status DecodeMessage(grpc::ByteBuffer& bytes,
                           InterceptorBatchMethods& batch, void* message);

// Returns whether DecodeMessage() can convert bytes at any later stage of
// `batch`, too.
bool CanDecodeLater(InterceptorBatchMethods& batch);

// Returns whether the application receives bytes, as far as gRPC proves it.
bool ReceivesBytes(InterceptorBatchMethods& batch);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_MESSAGE_DECODER_H_
