// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_DRIVER_STREAM_QUEUE_H_
#define BATON_RPC_STREAM_DRIVER_STREAM_QUEUE_H_

#include <atomic>

#include "baton/monotonic_time.h"
#include "grpcpp/grpcpp.h"

namespace baton::rpc {

// One operation on a StreamQueue. Its end is told once, on a thread that polls
// the queue; then it may be used again.
class StreamOperation {
 public:
  virtual ~StreamOperation() = default;
  virtual void OnEnd(bool ok) = 0;
};

// The completion queue that attempts of streams run on, and how many
// operations are on it. Thread-safe.
class StreamQueue {
 public:
  StreamQueue() = default;
  // Waits for the operations that are still on it.
  ~StreamQueue();
  StreamQueue(const StreamQueue&) = delete;
  StreamQueue& operator=(const StreamQueue&) = delete;

  // To be called before an operation is started, whose tag it returns.
  void* Add(StreamOperation* operation);
  int operations() const { return operations_.load(); }

  enum class Handled {
    kNothing,    // it got late
    kOperation,  // an operation has ended, and was told
    kWake,       // somebody called Wake()
  };
  // Waits for one thing to happen, though not beyond `until`.
  Handled HandleOne(MonotonicTime until);

  // Waits for one thing to happen. False if nothing will any more, which is
  // so when Shutdown() was called and no operation is left.
  bool HandleNext();
  // No operation is started any more.
  void Shutdown();

  // Tells the end of `operation` after that of all which has ended by now on
  // `call`, one on this queue. False if it is not told at all.
  bool Echo(StreamOperation* operation, grpc_call* call);

  // Makes one thread that polls, whichever comes first, look around although
  // no operation has ended. `call` has to be one on this queue.
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
