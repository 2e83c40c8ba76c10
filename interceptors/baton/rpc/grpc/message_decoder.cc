// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/message_decoder.h"

#include "google/protobuf/message_lite.h"
#if __has_include("grpcpp/impl/proto_utils.h")
#include "grpcpp/impl/proto_utils.h"
#else  // gRPC before 1.55
#include "grpcpp/impl/codegen/proto_utils.h"
#endif

namespace baton::rpc {
namespace {

using google::protobuf::MessageLite;

}  // namespace

bool LooksLikeMessage(const void* message) {
  return *static_cast<void* const*>(message) != nullptr;
}

grpc::Status DecodeMessage(grpc::ByteBuffer& bytes, MessageCodec codec,
                           void* message) {
  if (codec == MessageCodec::kBytes) {
    static_cast<grpc::ByteBuffer*>(message)->Swap(&bytes);
    return grpc::Status::OK;
  }
  if (!LooksLikeMessage(message)) {
    return grpc::Status(grpc::StatusCode::INTERNAL,
                        "response type of the call is not a protobuf message; "
                        "for generic stubs set ClientOptions::codec to "
                        "MessageCodec::kBytes");
  }
  grpc::Status parsed = grpc::SerializationTraits<MessageLite>::Deserialize(
      &bytes, static_cast<MessageLite*>(message));
  if (parsed.ok()) return parsed;
  return grpc::Status(
      grpc::StatusCode::INTERNAL,
      "response could not be parsed: " + parsed.error_message());
}

}  // namespace baton::rpc
