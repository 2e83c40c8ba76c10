// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_effect_runner.h"

#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/grpc/in_place/in_place_batch.h"
#include "baton/rpc/stream/stream_batch.h"

namespace baton::rpc {
namespace {

// Puts metadata, message and status into a batch in its PRE_RECV stage. The
// application gets references into the attempts that `effects` name. They must
// outlive its context. Does not let the batch proceed.
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

// Copies gRPC's own text about a failed call, which a status does not contain.
void DescribeError(const StreamEffects& effects,
                   grpc::ClientContext& application_context) {
  const StreamAttempt* const from = effects.trailers_from;
  if (from == nullptr || from->status.ok() || from->in_place()) return;
  SetDebugErrorString(application_context, from->context.debug_error_string());
}

}  // namespace

void StreamEffectRunner::Run(StreamEffects& effects) {
  if (effects.start != nullptr) StartAttempt(effects);
  if (effects.HasOperations()) {
    StartOperations(effects);
    driver_.OnOperations();
  }
  if (effects.send.batch != nullptr) CompleteSend(effects.send);
  for (StreamEffects::ReceiveCompletion& completion : effects.receives) {
    if (completion.batch != nullptr) CompleteReceive(completion, effects);
  }
  if (effects.proceed != nullptr) Complete(effects.proceed);
}

void StreamEffectRunner::StartAttempt(StreamEffects& effects) {
  effects.start->Start(driver_.queue(machine_.HasInPlace()),
                       effects.start_corked);
  driver_.OnStarted(effects.start);
  StreamEffects more;
  machine_.OnStarted(effects.start, more);
  Run(more);
}

void StreamEffectRunner::Complete(InterceptorBatchMethods* batch) {
  batch->Proceed();
  driver_.OnCompleted(batch);
}

void StreamEffectRunner::CompleteAgain(InterceptorBatchMethods* batch,
                                       bool ok) {
  completed_again_.store(batch);
  rpc::CompleteAgain(*batch, ok);
  completed_again_.store(nullptr);
  driver_.OnCompleted(batch);
}

void StreamEffectRunner::CompleteSend(
    const StreamEffects::SendCompletion& completion) {
  if (!completion.is_back) {
    Proceed(completion);
    return driver_.OnCompleted(completion.batch);
  }
  if (!completion.failed) return CompleteAgain(completion.batch, /*ok=*/true);
  Complete(completion.batch);
}

void StreamEffectRunner::CompleteReceive(
    StreamEffects::ReceiveCompletion& completion,
    const StreamEffects& effects) {
  InterceptorBatchMethods* const batch = completion.batch;
  Fill(completion, effects, machine_.status());
  if (completion.wish.status) DescribeError(effects, machine_.context());
  if (completion.is_back) {
    const bool failed = HasFailed(*batch);
    const bool ok = completion.wish.message ? completion.has_message
                                            : completion.complete || !failed;
    if (ok == failed || completion.has_message) {
      return CompleteAgain(batch, ok);
    }
  }
  Complete(batch);
}

}  // namespace baton::rpc
