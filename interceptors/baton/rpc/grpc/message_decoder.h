// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_MESSAGE_DECODER_H_
#define BATON_RPC_GRPC_MESSAGE_DECODER_H_

#include "baton/client_options.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// Converts `bytes` to the message type of the application's call, and consumes
// them. `message` is the result of GetRecvMessage() of its batch. Returns
// INTERNAL on failure.
grpc::Status DecodeMessage(grpc::ByteBuffer& bytes, MessageCodec codec,
                           void* message);

// Returns whether `message` may be a message object. A message begins with the
// pointer to its virtual functions, an empty ByteBuffer with a null pointer.
// With this check, a channel with the wrong codec fails its calls and does not
// crash the process.
bool LooksLikeMessage(const void* message);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_MESSAGE_DECODER_H_
