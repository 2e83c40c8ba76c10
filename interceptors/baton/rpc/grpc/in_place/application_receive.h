// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_IN_PLACE_APPLICATION_RECEIVE_H_
#define BATON_RPC_GRPC_IN_PLACE_APPLICATION_RECEIVE_H_

#include <functional>

#include "grpc/grpc.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/status.h"

// Operations that Baton itself starts on the core call of the application. gRPC
// allows one operation of each kind at a time: the caller must know that the
// application has none. The completion queue of the application handles them
// without an event. Their types are gRPC's own, from its folder `impl`, and
// their protected functions build and complete an operation. Checked with gRPC
// 1.51 and 1.84. If a later version renames one, application_receive.cc does
// not compile.
namespace baton::rpc {

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

#endif  // BATON_RPC_GRPC_IN_PLACE_APPLICATION_RECEIVE_H_
