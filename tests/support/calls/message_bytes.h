// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_CALLS_MESSAGE_BYTES_H_
#define BATON_TESTS_SUPPORT_CALLS_MESSAGE_BYTES_H_

#include <string>

#include "google/protobuf/message_lite.h"
#include "grpcpp/support/byte_buffer.h"

namespace baton {

// Converts between messages and the byte buffers of gRPC's generic API.

grpc::ByteBuffer ToBytes(const std::string& bytes);

grpc::ByteBuffer ToBytes(const google::protobuf::MessageLite& message);

// Returns whether the bytes were such a message.
bool FromBytes(const grpc::ByteBuffer& bytes,
               google::protobuf::MessageLite* message);

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_MESSAGE_BYTES_H_
