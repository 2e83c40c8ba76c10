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

// On which threads a StreamCall moves; depends on the API that the application
// made the call through. Called on the call's strand. Thread-safe.
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

  // Do other threads than the application's move the call? Then a little is
  // read before the application wants it, and written after it may go on, or
  // each message would have to wait for two threads to wake up.
  virtual bool buffers() const = 0;

  // Sets the timer: StreamOwner::OnTimer() runs at `at` or shortly after.
  // Replaces the earlier time. InfiniteFuture: cancels the timer. A function
  // call that has already begun still runs.
  virtual void SetTimer(MonotonicTime at) = 0;

  // This batch of the application has gone on its way.
  virtual void OnCompleted(InterceptorBatchMethods* batch) = 0;

  // An attempt has operations under way.
  virtual void OnStarted(const std::shared_ptr<StreamAttempt>& attempt) = 0;

  // The application has cancelled. The attempt may have new operations, which
  // no thread of the application has started.
  virtual void OnCancelled() {}

  // The application is gone, and what was under way is cancelled. `call` is to
  // be kept until that has ended.
  virtual void OnAbandoned(std::shared_ptr<const void> call) = 0;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_DRIVER_STREAM_DRIVER_H_
