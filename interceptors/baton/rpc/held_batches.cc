// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/held_batches.h"

#include <utility>

#include "google/protobuf/message_lite.h"
#if __has_include("grpcpp/impl/proto_utils.h")
#include "grpcpp/impl/proto_utils.h"
#else  // gRPC before 1.55
#include "grpcpp/impl/codegen/proto_utils.h"
#endif

namespace baton::rpc {
namespace {

using google::protobuf::MessageLite;

// Every message object begins with the pointer to its virtual functions, an
// empty ByteBuffer with a null pointer. A channel that was told the wrong codec
// should fail its calls, not the process.
bool LooksLikeMessage(const void* message) {
  return *static_cast<void* const*>(message) != nullptr;
}

grpc::Status Decode(grpc::ByteBuffer& bytes, MessageCodec codec,
                    void* message) {
  if (codec == MessageCodec::kBytes) {
    static_cast<grpc::ByteBuffer*>(message)->Swap(&bytes);
    return grpc::Status::OK;
  }
  if (!LooksLikeMessage(message)) {
    return grpc::Status(grpc::StatusCode::INTERNAL,
                        "the call's message is no protobuf message: a channel "
                        "for generic stubs needs MessageCodec::kBytes");
  }
  const grpc::Status parsed =
      grpc::SerializationTraits<MessageLite>::Deserialize(
          &bytes, static_cast<MessageLite*>(message));
  if (parsed.ok()) return parsed;
  return grpc::Status(
      grpc::StatusCode::INTERNAL,
      "the response could not be parsed: " + parsed.error_message());
}

void Fill(Attempt* winner, const grpc::Status& status,
          InterceptorBatchMethods& batch) {
  if (batch.QueryInterceptionHookPoint(Hook::PRE_RECV_INITIAL_METADATA) &&
      winner != nullptr) {
    *batch.GetRecvInitialMetadata() =
        winner->context.GetServerInitialMetadata();
  }
  if (batch.QueryInterceptionHookPoint(Hook::PRE_RECV_MESSAGE) &&
      !status.ok()) {
    // Else a hijacked receive counts as received.
    batch.FailHijackedRecvMessage();
  }
  if (batch.QueryInterceptionHookPoint(Hook::PRE_RECV_STATUS)) {
    if (winner != nullptr) {
      *batch.GetRecvTrailingMetadata() =
          winner->context.GetServerTrailingMetadata();
    }
    *batch.GetRecvStatus() = status;
  }
}

}  // namespace

void HeldBatches::Hold(InterceptorBatchMethods* batch) {
  const bool wants_message =
      batch->QueryInterceptionHookPoint(Hook::PRE_RECV_MESSAGE) ||
      batch->QueryInterceptionHookPoint(Hook::PRE_RECV_STATUS);
  (wants_message ? message_ : metadata_) = batch;
}

void HeldBatches::Forget() { message_ = metadata_ = nullptr; }

grpc::Status HeldBatches::ReadMessage(grpc::ByteBuffer& response,
                                      MessageCodec codec) {
  if (!message_->QueryInterceptionHookPoint(Hook::PRE_RECV_MESSAGE)) {
    return grpc::Status::OK;
  }
  return Decode(response, codec, message_->GetRecvMessage());
}

void HeldBatches::AnswerMetadata(Attempt* winner) {
  InterceptorBatchMethods* const batch = std::exchange(metadata_, nullptr);
  if (batch == nullptr) return;
  Fill(winner, grpc::Status::OK, *batch);
  batch->Proceed();
}

void HeldBatches::AnswerAll(Attempt* winner, const grpc::Status& status) {
  AnswerMetadata(winner);
  InterceptorBatchMethods* const batch = std::exchange(message_, nullptr);
  if (batch == nullptr) return;
  Fill(winner, status, *batch);
  batch->Proceed();
}

}  // namespace baton::rpc
