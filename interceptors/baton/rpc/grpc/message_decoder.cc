// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/message_decoder.h"

#include <string>

#include "baton/rpc/grpc/batch_access.h"
#include "google/protobuf/message_lite.h"
#if __has_include("grpcpp/impl/proto_utils.h")
#include "grpcpp/impl/proto_utils.h"
#else  // gRPC before 1.55
#include "grpcpp/impl/codegen/proto_utils.h"
#endif

namespace baton::rpc {
namespace {

using google::protobuf::MessageLite;

grpc::Status Unreadable(const std::string& problem) {
  return grpc::Status(grpc::StatusCode::INTERNAL,
                      "response could not be parsed: " + problem);
}

grpc::Status Parse(grpc::ByteBuffer& bytes, void* message) {
  const grpc::Status parsed =
      grpc::SerializationTraits<MessageLite>::Deserialize(
          &bytes, static_cast<MessageLite*>(message));
  return parsed.ok() ? parsed : Unreadable(parsed.error_message());
}

grpc::Status DecodeUnknown(grpc::ByteBuffer& bytes,
                           InterceptorBatchMethods& batch, void* message) {
  if (!IsFromGrpc(batch)) return Parse(bytes, message);
  return GiveBytes(batch, bytes)
             ? grpc::Status::OK
             : Unreadable("this version of gRPC keeps messages elsewhere");
}

}  // namespace

grpc::Status DecodeMessage(grpc::ByteBuffer& bytes,
                           InterceptorBatchMethods& batch, void* message) {
  switch (MessageTypeOf(batch)) {
    case MessageType::kProtobuf:
      return Parse(bytes, message);
    case MessageType::kBytes:
      static_cast<grpc::ByteBuffer*>(message)->Swap(&bytes);
      return grpc::Status::OK;
    case MessageType::kErased:
      return DecodeErased(batch, bytes)
                 ? grpc::Status::OK
                 : Unreadable("the message type rejects it");
    case MessageType::kUnknown:
      break;
  }
  return DecodeUnknown(bytes, batch, message);
}

bool CanDecodeLater(InterceptorBatchMethods& batch) {
  const MessageType type = MessageTypeOf(batch);
  return type == MessageType::kProtobuf || type == MessageType::kBytes;
}

bool ReceivesBytes(InterceptorBatchMethods& batch) {
  return MessageTypeOf(batch) == MessageType::kBytes;
}

}  // namespace baton::rpc
