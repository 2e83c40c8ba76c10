// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_DRIVER_STREAM_QUEUE_H_
#define BATON_RPC_STREAM_DRIVER_STREAM_QUEUE_H_

#include <atomic>

#include "baton/monotonic_time.h"
#include "grpcpp/grpcpp.h"

namespace baton::rpc {

// One operation on a StreamQueue. When it ends, a thread that polls the queue
// calls OnEnd() once. The operation may then start again.
class StreamOperation {
 public:
  virtual ~StreamOperation() = default;
  virtual void OnEnd(bool ok) = 0;
};

// The completion queue of attempts of streams. Counts its pending operations.
// Owned by the driver of a synchronous stream, or by a polling thread.
// Thread-safe.
class StreamQueue {
 public:
  StreamQueue() = default;
  // Waits for the pending operations.
  ~StreamQueue();
  StreamQueue(const StreamQueue&) = delete;
  StreamQueue& operator=(const StreamQueue&) = delete;

  // Must be called before an operation starts. Returns the tag of the
  // operation.
  void* Add(StreamOperation* operation);
  int operations() const { return operations_.load(); }

  enum class Handled {
    kNothing,    // nothing until the time limit
    kOperation,  // an operation has ended, and its OnEnd() has run
    kWake,       // a call of Wake()
  };
  // Waits for one event, not beyond `until`, and handles it.
  Handled HandleOne(MonotonicTime until);

  // Waits for one event and handles it. Returns false after Shutdown(), if no
  // operation is pending.
  bool HandleNext();
  // No operation may start after this.
  void Shutdown();

  // Runs OnEnd() of `operation` after all operations of `call` that have ended
  // by now. `call` must use this queue. Returns false if OnEnd() will not run.
  bool Echo(StreamOperation* operation, grpc_call* call);

  // Ends one HandleOne() or HandleNext() of any thread, although no operation
  // has ended. `call` must use this queue.
  void Wake(grpc_call* call);

  grpc::CompletionQueue* get() { return &queue_; }

 private:
  Handled Tell(void* tag, bool ok);

  grpc::CompletionQueue queue_;
  bool shut_down_ = false;
  std::atomic<int> operations_{0};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_DRIVER_STREAM_QUEUE_H_
