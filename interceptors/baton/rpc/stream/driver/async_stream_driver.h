// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_DRIVER_ASYNC_STREAM_DRIVER_H_
#define BATON_RPC_STREAM_DRIVER_ASYNC_STREAM_DRIVER_H_

#include <memory>
#include <utility>

#include "baton/rpc/runtime/runtime.h"
#include "baton/rpc/stream/driver/stream_driver.h"
#include "baton/rpc/stream/driver/stream_queue.h"
#include "baton/rpc/stream/driver/stream_timer.h"

namespace baton::rpc {

// Moves a stream that was made through the callback or the completion queue
// API: its attempts run on a queue that other threads poll, its timer is one of
// the process's timer thread. Threads that poll start with the first attempt
// that is not in place.
class AsyncStreamDriver final : public StreamDriver {
 public:
  // `runtime` must outlive it.
  explicit AsyncStreamDriver(Runtime& runtime) : timer_(runtime) {}

  void Bind(std::weak_ptr<StreamOwner> owner) override {
    timer_.Bind(std::move(owner));
  }
  StreamQueue& queue(bool beside_in_place) override;
  bool buffers() const override { return true; }
  void SetTimer(MonotonicTime at) override { timer_.Set(at); }
  void OnCompleted(InterceptorBatchMethods* /*batch*/) override {}
  void OnStarted(const std::shared_ptr<StreamAttempt>& /*attempt*/) override {}
  // What is under way keeps the call, and is polled all the same.
  void OnAbandoned(std::shared_ptr<const void> /*call*/) override {}

 private:
  StreamQueue* queue_ = nullptr;  // see queue()
  StreamTimer timer_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_DRIVER_ASYNC_STREAM_DRIVER_H_
