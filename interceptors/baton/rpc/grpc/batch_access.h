// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_BATCH_ACCESS_H_
#define BATON_RPC_GRPC_BATCH_ACCESS_H_

#include "baton/rpc/grpc/interception.h"

// The one part of a batch that gRPC keeps to itself and that an answer which
// comes from another call than the batch's own cannot do without. An explicit
// instantiation may name what is private, so this is legal C++, and checked on
// gRPC 1.51 and 1.84; should a later version rename it, batch_access.cc stops
// compiling rather than working.
namespace baton::rpc {

// Where gRPC notes that the response has come, in the batch of a synchronous
// unary call whose response is a protobuf message: without that note, OK is
// not OK. nullptr for every other batch, and none but this kind has the need.
// Valid as long as the batch.
bool* ReceivedNoteOf(InterceptorBatchMethods& batch);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_BATCH_ACCESS_H_
