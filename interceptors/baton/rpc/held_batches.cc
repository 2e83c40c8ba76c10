// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/held_batches.h"

#include <utility>

#include "baton/rpc/message_decoder.h"

namespace baton::rpc {
namespace {

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
  return DecodeMessage(response, codec, message_->GetRecvMessage());
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
