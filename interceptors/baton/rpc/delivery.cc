// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/delivery.h"

#include "baton/rpc/message_decoder.h"

namespace baton::rpc {

void Deliver(Attempt* winner, const grpc::Status& status, MessageCodec codec,
             InterceptorBatchMethods& batch) {
  // Differs only if the answer cannot be read.
  grpc::Status decoded;
  const grpc::Status* final_status = &status;
  if (batch.QueryInterceptionHookPoint(Hook::PRE_RECV_INITIAL_METADATA) &&
      winner != nullptr) {
    *batch.GetRecvInitialMetadata() =
        winner->context.GetServerInitialMetadata();
  }
  if (batch.QueryInterceptionHookPoint(Hook::PRE_RECV_MESSAGE)) {
    if (status.ok() && winner != nullptr) {
      decoded = DecodeMessage(winner->response, codec, batch.GetRecvMessage());
      final_status = &decoded;
    }
    // Else a hijacked receive counts as received.
    if (!final_status->ok()) batch.FailHijackedRecvMessage();
  }
  if (batch.QueryInterceptionHookPoint(Hook::PRE_RECV_STATUS)) {
    if (winner != nullptr) {
      *batch.GetRecvTrailingMetadata() =
          winner->context.GetServerTrailingMetadata();
    }
    *batch.GetRecvStatus() = *final_status;
  }
}

}  // namespace baton::rpc
