// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_DRIVER_STREAM_DRIVER_H_
#define BATON_RPC_STREAM_DRIVER_STREAM_DRIVER_H_

#include <memory>

#include "baton/monotonic_time.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/stream/driver/stream_attempt.h"
#include "baton/rpc/stream/driver/stream_owner.h"
#include "baton/rpc/stream/driver/stream_queue.h"

namespace baton::rpc {

// Decides which threads run the events of a StreamCall. This depends on the API
// that the application uses for the call. Used on the call's strand.
// Thread-safe.
class StreamDriver {
 public:
  virtual ~StreamDriver() = default;

  // Sets the object whose OnTimer() runs when the timer fires. Called once,
  // before the other functions.
  virtual void Bind(std::weak_ptr<StreamOwner> owner) = 0;

  // Returns the queue of an attempt that starts now. `beside_in_place`: the
  // first attempt is in place and still in flight. A thread of the application
  // may then wait inside gRPC, where it polls no queue of Baton.
  virtual StreamQueue& queue(bool beside_in_place) = 0;

  // Returns whether threads of Baton run the events of the call. Baton then
  // reads a message before the application asks for it, and writes a message
  // after the application goes on. Otherwise each message would wait until two
  // threads wake up.
  virtual bool buffers() const = 0;

  // Sets the timer: StreamOwner::OnTimer() runs at `at` or shortly after.
  // Replaces the earlier time. InfiniteFuture: cancels the timer. A function
  // call that has already begun still runs.
  virtual void SetTimer(MonotonicTime at) = 0;

  // Baton has let this batch of the application proceed.
  virtual void OnCompleted(InterceptorBatchMethods* batch) = 0;

  // The first operations of an attempt have started.
  virtual void OnStarted(const std::shared_ptr<StreamAttempt>& attempt) = 0;

  // More operations of an attempt have started. The thread may be any thread
  // that had an event for the call: the strand runs the events of all threads
  // on one of them.
  virtual void OnOperations() {}

  // The application has destroyed the call, and Baton has cancelled its
  // operations. Keeps `call` until they have ended.
  virtual void OnAbandoned(std::shared_ptr<const void> call) = 0;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_DRIVER_STREAM_DRIVER_H_
