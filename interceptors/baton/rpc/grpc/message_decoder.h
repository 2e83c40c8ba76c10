// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_MESSAGE_DECODER_H_
#define BATON_RPC_GRPC_MESSAGE_DECODER_H_

#include "baton/client_options.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// Makes of `bytes`, which are used up, what the application's call wants:
// `message` is what GetRecvMessage() of its batch says. INTERNAL if that cannot
// be done.
grpc::Status DecodeMessage(grpc::ByteBuffer& bytes, MessageCodec codec,
                           void* message);

// Every message object begins with the pointer to its virtual functions, an
// empty ByteBuffer with a null pointer. A channel that was told the wrong codec
// should fail its calls, not the process.
bool LooksLikeMessage(const void* message);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_MESSAGE_DECODER_H_
