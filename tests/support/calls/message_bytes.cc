// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/calls/message_bytes.h"

#include <vector>

#include "grpcpp/support/slice.h"

namespace baton {

grpc::ByteBuffer ToBytes(const std::string& bytes) {
  const grpc::Slice slice(bytes);
  return grpc::ByteBuffer(&slice, 1);
}

grpc::ByteBuffer ToBytes(const google::protobuf::MessageLite& message) {
  return ToBytes(message.SerializeAsString());
}

bool FromBytes(const grpc::ByteBuffer& bytes,
               google::protobuf::MessageLite* message) {
  std::vector<grpc::Slice> slices;
  if (!bytes.Valid() || !bytes.Dump(&slices).ok()) return false;
  std::string joined;
  for (const grpc::Slice& slice : slices) {
    joined.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return message->ParseFromString(joined);
}

}  // namespace baton
