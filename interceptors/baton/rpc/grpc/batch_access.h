// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_BATCH_ACCESS_H_
#define BATON_RPC_GRPC_BATCH_ACCESS_H_

#include "baton/rpc/grpc/interception.h"

// Private members of a batch. An explicit instantiation may name private
// members. This is legal C++, and was checked with gRPC 1.51 and 1.84. If a
// later version renames a member, batch_access.cc does not compile.
namespace baton::rpc {

// Returns a pointer to gRPC's flag that the response has arrived. Only the
// batch of a synchronous unary call with a protobuf response needs this flag:
// if the status is OK and the flag is false, gRPC reports an error for the
// call. Returns nullptr for every other batch. The pointer is valid as long as
// the batch.
bool* ReceivedNoteOf(InterceptorBatchMethods& batch);

// Returns the completion queue that delivers the end of the batch, as an
// address to compare. Baton needs it to know which answers were delivered in
// which order. Returns nullptr for a batch of an unknown class.
const void* QueueOf(InterceptorBatchMethods& batch);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_BATCH_ACCESS_H_
