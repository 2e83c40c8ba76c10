// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/in_place_batches.h"

#include <algorithm>
#include <utility>

#include "baton/rpc/grpc/batch_access.h"
#include "baton/rpc/grpc/in_place/in_place_batch.h"
#include "baton/rpc/grpc/trailers_only.h"
#include "baton/rpc/stream/stream_batch.h"

namespace baton::rpc {
namespace {

using Stage = InPlaceStream::Stage;

bool Has(InterceptorBatchMethods& batch, Hook hook) {
  return batch.QueryInterceptionHookPoint(hook);
}

}  // namespace

void InPlaceBatches::OnBatch(InterceptorBatchMethods* batch,
                             StreamEffects& effects) {
  const auto found =
      std::find_if(batches_.begin(), batches_.end(),
                   [&](const Visitor& one) { return one.batch == batch; });
  if (found == batches_.end()) return OnDown(batch, effects);
  const Visitor visitor = *found;
  batches_.erase(found);
  OnBack(visitor, effects);
}

void InPlaceBatches::OnDown(InterceptorBatchMethods* batch,
                            StreamEffects& effects) {
  switch (machine_.in_place().stream().stage) {
    case Stage::kWatches:
      // It is null in a batch that receives no status.
      if (batch->GetRecvStatus() != nullptr) return Hijack(batch, effects);
      return Watch(batch, effects);
    case Stage::kTaken:
      return Hijack(batch, effects);
    case Stage::kNone:
    case Stage::kPasses:
      effects.proceed = batch;
  }
}

void InPlaceBatches::Hijack(InterceptorBatchMethods* batch,
                            StreamEffects& effects) {
  batches_.push_back({batch, nullptr, false, /*passes=*/true});
  HijackOnly(*batch);
  if (SendsSomething(*batch)) {
    machine_.OnSend(TakeSending(*batch, /*wants_metadata=*/false), batch,
                    effects);
  } else if (ReceivesSomething(*batch)) {
    machine_.OnReceive(WishOf(*batch), batch, effects);
  } else {
    effects.proceed = batch;
  }
}

void InPlaceBatches::Watch(InterceptorBatchMethods* batch,
                           StreamEffects& effects) {
  InPlaceStream& in_place = machine_.in_place().stream();
  Visitor visitor{batch, nullptr, false, /*passes=*/false};
  const bool begins = Has(*batch, Hook::PRE_SEND_INITIAL_METADATA);
  const bool sends = SendsSomething(*batch);
  if ((begins || !sends) && HasMetadataOperation(*batch)) {
    // The first read includes this operation, unless an earlier batch did.
    visitor.awaits_headers = batch->GetRecvMessage() == nullptr;
    in_place.awaits_headers = in_place.awaits_headers || visitor.awaits_headers;
    in_place.application_asks_for_headers = true;
    if (in_place.attempt != nullptr) {
      in_place.attempt->NoteApplicationAsksForHeaders();
    }
  }
  if (begins) {
    if (machine_.in_place().waits_for_ready()) SetWaitForReady(*batch);
    machine_.in_place().Begin(*batch->GetSendInitialMetadata(), effects);
  }
  if (sends) {
    machine_.in_place().OnSend(Has(*batch, Hook::PRE_SEND_MESSAGE)
                                   ? batch->GetSerializedSendMessage()
                                   : nullptr,
                               Has(*batch, Hook::PRE_SEND_CLOSE), effects);
  } else if (batch->GetRecvMessage() != nullptr) {
    visitor.buffer = ReceiveBufferOf(*batch);
    in_place.reads = true;
  }
  batches_.push_back(visitor);
  effects.proceed = batch;
}

void InPlaceBatches::OnBack(const Visitor& visitor, StreamEffects& effects) {
  InterceptorBatchMethods* const batch = visitor.batch;
  InPlaceStream& in_place = machine_.in_place().stream();
  const bool passes = visitor.passes || in_place.stage == Stage::kPasses;
  if (visitor.buffer != nullptr) in_place.reads = false;
  if (visitor.awaits_headers) in_place.awaits_headers = false;
  if (passes || !HoldIfFailed(visitor, effects)) effects.proceed = batch;
}

bool InPlaceBatches::HoldIfFailed(const Visitor& visitor,
                                  StreamEffects& effects) {
  InterceptorBatchMethods& batch = *visitor.batch;
  // Before the stream has begun, there is nothing to send again.
  if (machine_.in_place().stream().attempt == nullptr) return false;
  StreamWish wish;
  wish.metadata = Has(batch, Hook::POST_RECV_INITIAL_METADATA);
  wish.message = visitor.buffer != nullptr;
  const bool failed = HasFailed(batch);
  if (wish.message && !failed) {
    if (machine_.in_place().OnMessage(effects)) return false;
  } else if (wish.metadata && !failed) {
    const bool empty = batch.GetRecvInitialMetadata()->empty();
    const bool trailers_only = empty && IsTrailersOnly(machine_.context());
    if (machine_.in_place().OnHeaders(empty, trailers_only, effects)) {
      return false;
    }
  } else if (!failed) {
    return false;
  }
  if (!wish.message && !wish.metadata) {
    return machine_.in_place().HoldBackSend(&batch, effects);
  }
  machine_.in_place().HoldBack(&batch, wish, visitor.buffer, effects);
  return true;
}

}  // namespace baton::rpc
