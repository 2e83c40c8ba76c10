// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_IN_PLACE_IN_PLACE_BATCH_H_
#define BATON_RPC_GRPC_IN_PLACE_IN_PLACE_BATCH_H_

#include "baton/rpc/grpc/interception.h"

// The batches of a stream whose first attempt uses the application's own call.
// Baton lets them pass, and looks at them when they come back. If the attempt
// fails, Baton keeps some of them, and changes what they bring.
//
// gRPC has no public functions for this. Private members that Baton uses, as
// batch_access.h does: the operations of a batch, the flag of a failed send
// operation, and the result of a batch. Checked with gRPC 1.51 and 1.84. If a
// later version renames a member, in_place_batch.cc does not compile. If it
// changes the layout of a batch, CanWatch() returns false, and Baton hijacks
// streams at their first batch.
namespace baton::rpc {

// Returns whether the functions below work for `first`, the first batch of a
// call.
bool CanWatch(InterceptorBatchMethods& first);

// Returns whether `first`, the first batch of a stream, is from the callback
// API. Only this API puts the operations for sent and for received
// initial metadata into the same batch.
bool IsFromCallbackApi(InterceptorBatchMethods& first);

// Returns whether the batch has an operation that receives initial metadata.
bool HasMetadataOperation(InterceptorBatchMethods& batch);

// Returns whether gRPC reports the batch as failed. Requires a batch that has
// come back.
bool HasFailed(InterceptorBatchMethods& batch);

// Hijacks this batch, but not the call, in the stage before it is sent. The
// batch has the hooks of what it sends and of what it receives from then on.
// Proceed() completes it. Unlike Hijack(), changes nothing that other batches
// of the call share.
void HijackOnly(InterceptorBatchMethods& batch);

// Makes the call wait for a connection, in a batch that sends initial metadata.
// Before the batch is sent.
void SetWaitForReady(InterceptorBatchMethods& batch);

// Completes a batch again that has come back, as if gRPC core had reported
// `ok`. gRPC first converts the bytes in its receive operation, if there are
// any, and then runs the interceptors again.
void CompleteAgain(InterceptorBatchMethods& batch, bool ok);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_IN_PLACE_IN_PLACE_BATCH_H_
