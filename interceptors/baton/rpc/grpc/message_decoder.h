// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_MESSAGE_DECODER_H_
#define BATON_RPC_GRPC_MESSAGE_DECODER_H_

#include "baton/client_options.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// Converts `bytes` to the type of the application's response, and stores the
// result in `message`. `bytes` is empty afterwards. `message` is the result of
// GetRecvMessage() of the application's batch. Returns INTERNAL if the
// conversion fails.
grpc::Status DecodeMessage(grpc::ByteBuffer& bytes, MessageCodec codec,
                           void* message);

// Returns whether `message` may be a protobuf message object. Such an object
// begins with the pointer to its virtual functions, while an empty ByteBuffer
// begins with a null pointer. If a channel has the wrong MessageCodec, its
// calls therefore fail, and the process does not crash.
bool LooksLikeMessage(const void* message);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_MESSAGE_DECODER_H_
