// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream_answer.h"

#include "baton/rpc/context_access.h"
#include "baton/rpc/message_decoder.h"
#include "baton/rpc/stream_batch.h"

namespace baton::rpc {

grpc::Status Fill(StreamEffects::ReceiveAnswer& answer,
                  const StreamEffects& effects, const grpc::Status& status,
                  MessageCodec codec) {
  InterceptorBatchMethods& batch = *answer.batch;
  grpc::Status decoded;
  if (answer.wish.metadata && effects.metadata_from != nullptr) {
    *batch.GetRecvInitialMetadata() =
        effects.metadata_from->context.GetServerInitialMetadata();
  }
  if (answer.wish.message) {
    // The response of a call that has failed is none.
    const bool has_message =
        answer.message.has_value() && (!answer.wish.status || status.ok());
    if (has_message) {
      decoded = DecodeMessage(*answer.message, codec, batch.GetRecvMessage());
    }
    // Else a hijacked receive counts as received.
    if (!has_message || !decoded.ok()) batch.FailHijackedRecvMessage();
  }
  if (answer.wish.status) {
    if (effects.trailers_from != nullptr) {
      *batch.GetRecvTrailingMetadata() =
          effects.trailers_from->context.GetServerTrailingMetadata();
    }
    *batch.GetRecvStatus() = decoded.ok() ? status : decoded;
  }
  return decoded;
}

void DescribeError(const StreamEffects& effects, grpc::ClientContext& outer) {
  const StreamAttempt* const from = effects.trailers_from;
  if (from == nullptr || from->status.ok()) return;
  SetDebugErrorString(outer, from->context.debug_error_string());
}

}  // namespace baton::rpc
