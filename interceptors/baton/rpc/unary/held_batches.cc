// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/held_batches.h"

#include <cassert>
#include <utility>

#include "baton/rpc/grpc/message_decoder.h"

namespace baton::rpc {
void HeldBatches::Hold(InterceptorBatchMethods* batch) {
  const bool wants_message =
      batch->QueryInterceptionHookPoint(Hook::PRE_RECV_MESSAGE) ||
      batch->QueryInterceptionHookPoint(Hook::PRE_RECV_STATUS);
  InterceptorBatchMethods*& slot = wants_message ? message_ : metadata_;
  assert(slot == nullptr);
  slot = batch;
  if (metadata_from_ != nullptr) CompleteMetadata(metadata_from_.get());
}

void HeldBatches::GiveMetadataOf(std::shared_ptr<Attempt> attempt) {
  metadata_from_ = std::move(attempt);
  CompleteMetadata(metadata_from_.get());
}

void HeldBatches::HoldCompleted(InterceptorBatchMethods* batch, void* message,
                                bool* received_note) {
  assert(message_ == nullptr);
  message_ = batch;
  completed_message_ = message;
  received_note_ = received_note;
}

void HeldBatches::DiscardCompleted() {
  assert(want_message());
  message_->GetRecvInitialMetadata()->clear();
  message_->GetRecvTrailingMetadata()->clear();
}

void HeldBatches::Forget() { message_ = metadata_ = nullptr; }

grpc::Status HeldBatches::ReadMessage(grpc::ByteBuffer& response) {
  assert(want_message());
  if (completed_message_ != nullptr) {
    grpc::Status decoded =
        DecodeMessage(response, *message_, completed_message_);
    if (received_note_ != nullptr) *received_note_ = decoded.ok();
    return decoded;
  }
  if (!message_->QueryInterceptionHookPoint(Hook::PRE_RECV_MESSAGE)) {
    return grpc::Status::OK;
  }
  return DecodeMessage(response, *message_, message_->GetRecvMessage());
}

void HeldBatches::Fill(Attempt* winner, const grpc::Status& status,
                       InterceptorBatchMethods& batch) {
  const bool completed = completed_message_ != nullptr;
  if (winner != nullptr && batch.QueryInterceptionHookPoint(
                               completed ? Hook::POST_RECV_INITIAL_METADATA
                                         : Hook::PRE_RECV_INITIAL_METADATA)) {
    *batch.GetRecvInitialMetadata() =
        winner->context.GetServerInitialMetadata();
  }
  if (!completed && !status.ok() &&
      batch.QueryInterceptionHookPoint(Hook::PRE_RECV_MESSAGE)) {
    // Else a hijacked receive counts as received.
    batch.FailHijackedRecvMessage();
  }
  if (completed || batch.QueryInterceptionHookPoint(Hook::PRE_RECV_STATUS)) {
    if (winner != nullptr) {
      *batch.GetRecvTrailingMetadata() =
          winner->context.GetServerTrailingMetadata();
    }
    // Most often it is there already.
    grpc::Status& told = *batch.GetRecvStatus();
    if (!status.ok() || !told.ok()) told = status;
  }
}

void HeldBatches::CompleteMetadata(Attempt* winner) {
  InterceptorBatchMethods* const batch = std::exchange(metadata_, nullptr);
  if (batch == nullptr) return;
  Fill(winner, grpc::Status::OK, *batch);
  batch->Proceed();
}

void HeldBatches::CompleteAll(Attempt* winner, const grpc::Status& status) {
  CompleteMetadata(winner);
  InterceptorBatchMethods* const batch = std::exchange(message_, nullptr);
  if (batch == nullptr) return;
  Fill(winner, status, *batch);
  batch->Proceed();
}

}  // namespace baton::rpc
