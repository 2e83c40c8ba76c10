// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_answer.h"

#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/stream/stream_batch.h"

namespace baton::rpc {

void Fill(StreamEffects::ReceiveCompletion& completion,
          const StreamEffects& effects, const grpc::Status& status) {
  InterceptorBatchMethods& batch = *completion.batch;
  if (completion.wish.metadata && effects.metadata_from != nullptr) {
    const auto& headers =
        effects.metadata_from->headers().GetServerInitialMetadata();
    auto* const told = batch.GetRecvInitialMetadata();
    if (told != &headers) *told = headers;
  }
  if (completion.wish.message && !completion.is_back) {
    // The response of a call that has failed is none.
    const bool has_message =
        completion.has_message && (!completion.wish.status || status.ok());
    // Else a hijacked receive counts as received.
    if (!has_message) batch.FailHijackedRecvMessage();
  }
  if (completion.wish.status) {
    auto* const told = batch.GetRecvTrailingMetadata();
    if (effects.trailers_from == nullptr) {
      // Those of an earlier attempt in place.
      told->clear();
    } else if (!effects.trailers_from->in_place()) {
      *told = effects.trailers_from->context.GetServerTrailingMetadata();
    }
    *batch.GetRecvStatus() = status;
  }
}

void DescribeError(const StreamEffects& effects,
                   grpc::ClientContext& application_context) {
  const StreamAttempt* const from = effects.trailers_from;
  if (from == nullptr || from->status.ok() || from->in_place()) return;
  SetDebugErrorString(application_context, from->context.debug_error_string());
}

}  // namespace baton::rpc
