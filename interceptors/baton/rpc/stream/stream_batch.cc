// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_batch.h"

#include <utility>

namespace baton::rpc {
namespace {

bool Has(InterceptorBatchMethods& batch, Hook hook) {
  return batch.QueryInterceptionHookPoint(hook);
}

}  // namespace

bool SendsSomething(InterceptorBatchMethods& batch) {
  return Has(batch, Hook::PRE_SEND_MESSAGE) ||
         Has(batch, Hook::PRE_SEND_CLOSE) ||
         Has(batch, Hook::PRE_SEND_INITIAL_METADATA);
}

StreamSending TakeSending(InterceptorBatchMethods& batch, bool wants_metadata) {
  StreamSending sending;
  if (wants_metadata && Has(batch, Hook::PRE_SEND_INITIAL_METADATA)) {
    sending.metadata = std::move(*batch.GetSendInitialMetadata());
  }
  if (Has(batch, Hook::PRE_SEND_MESSAGE)) {
    sending.message.emplace().Swap(batch.GetSerializedSendMessage());
  }
  sending.close = Has(batch, Hook::PRE_SEND_CLOSE);
  return sending;
}

bool ReceivesSomething(InterceptorBatchMethods& batch) {
  return Has(batch, Hook::PRE_RECV_MESSAGE) ||
         Has(batch, Hook::PRE_RECV_STATUS) ||
         Has(batch, Hook::PRE_RECV_INITIAL_METADATA);
}

StreamWish WishOf(InterceptorBatchMethods& batch) {
  StreamWish wish;
  wish.metadata = Has(batch, Hook::PRE_RECV_INITIAL_METADATA);
  wish.message = Has(batch, Hook::PRE_RECV_MESSAGE);
  wish.status = Has(batch, Hook::PRE_RECV_STATUS);
  return wish;
}

}  // namespace baton::rpc
