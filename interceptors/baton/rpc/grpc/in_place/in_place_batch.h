// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_IN_PLACE_BATCH_H_
#define BATON_RPC_GRPC_IN_PLACE_BATCH_H_

#include <functional>

#include "baton/rpc/grpc/interception.h"
#include "grpc/grpc.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/status.h"

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

// Operations that Baton itself starts on the core call of the application
// follow. gRPC allows one operation of each kind at a time: the caller must
// know that the application has none. The completion queue of the application
// handles them without an event. Their types are gRPC's own, from its folder
// `impl`, and their protected functions build and complete an operation.

// Which completion queue the call has.
enum class QueueKind { kPolled, kCallback, kPlucked };

// The end of an operation on a queue from which each thread plucks the end of
// its own operation. A thread of the application must fetch it once.
class PluckedEnd {
 public:
  PluckedEnd(grpc_call* call, grpc_completion_queue* queue, void* tag)
      : call_(call), queue_(queue), tag_(tag) {}

  // Waits for the end, and reports it to the function that got it from
  // StartReceive().
  void Fetch() const;
  // Cancels the call, so that the end comes soon.
  void Cancel() const;

 private:
  grpc_call* call_;  // the operation keeps it alive
  grpc_completion_queue* queue_;
  void* tag_;
};

// Collects the ends that are to be fetched.
class PluckedEnds {
 public:
  virtual ~PluckedEnds() = default;
  virtual void Add(const PluckedEnd& end) = 0;
};

struct ApplicationQueue {
  QueueKind kind = QueueKind::kPolled;
  grpc_completion_queue* queue = nullptr;
  PluckedEnds* ends = nullptr;  // of kPlucked
};

struct ApplicationReceive {
  // Each is null if it is not wanted. All must live until the end.
  // The context that gets the initial metadata.
  grpc::ClientContext* metadata_to = nullptr;
  grpc::ByteBuffer* message = nullptr;
  // The context that gets the trailing metadata, with the status.
  grpc::ClientContext* trailers_to = nullptr;
  grpc::Status* status = nullptr;
};

// Starts the operations as one batch. Calls `on_end` once, on the thread that
// the completion queue uses: the one on which the application polls it, a
// callback thread, or the thread that fetches the end. `on_end` gets false if
// there is no message, and must keep `call` alive.
void StartReceive(grpc_call* call, const ApplicationQueue& queue,
                  const ApplicationReceive& wanted,
                  std::function<void(bool)> on_end);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_IN_PLACE_BATCH_H_
