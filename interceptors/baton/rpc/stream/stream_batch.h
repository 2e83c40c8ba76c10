// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_BATCH_H_
#define BATON_RPC_STREAM_STREAM_BATCH_H_

#include <map>
#include <optional>
#include <string>

#include "baton/rpc/grpc/interception.h"
#include "grpcpp/support/byte_buffer.h"

namespace baton::rpc {

// What the application sends with one batch of a stream.
struct StreamSending {
  std::optional<std::multimap<std::string, std::string>> metadata;
  std::optional<grpc::ByteBuffer> message;
  bool close = false;
};

// What it wants to receive with one.
struct StreamWish {
  bool metadata = false;
  bool message = false;
  bool status = false;
};

// Of the batch in its PRE_SEND and PRE_RECV stages. Before anything is sent,
// metadata is there to be sent; it is taken only if `wants_metadata`, since
// later batches of a hijacked stream may show it again.
bool SendsSomething(InterceptorBatchMethods& batch);
StreamSending TakeSending(InterceptorBatchMethods& batch, bool wants_metadata);
bool ReceivesSomething(InterceptorBatchMethods& batch);
StreamWish WishOf(InterceptorBatchMethods& batch);

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_BATCH_H_
