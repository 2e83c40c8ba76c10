// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_DRIVER_SYNC_WATCH_DRIVER_H_
#define BATON_RPC_STREAM_DRIVER_SYNC_WATCH_DRIVER_H_

#include <functional>
#include <memory>
#include <utility>

#include "baton/rpc/grpc/in_place/application_receive.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/runtime/runtime.h"
#include "baton/rpc/stream/driver/inline_stream_driver.h"
#include "baton/rpc/stream/driver/stream_driver.h"
#include "baton/rpc/stream/driver/stream_queue.h"
#include "baton/rpc/stream/driver/stream_timer.h"

namespace baton::rpc {

// Moves a synchronous stream whose first attempt is in place. Later attempts
// run on the threads of the application, as in InlineStreamDriver. While the
// first attempt runs, these threads wait inside gRPC, where no timer of Baton
// reaches them. Timers, and an attempt beside the first one, therefore use
// threads of Baton.
class SyncWatchDriver final : public StreamDriver {
 public:
  // `runtime` must outlive this object.
  explicit SyncWatchDriver(Runtime& runtime)
      : inline_(runtime), timer_(runtime) {}

  // See InlineStreamDriver.
  void Run(InterceptorBatchMethods* batch,
           const std::function<void()>& submit) {
    inline_.Run(batch, submit, [] {});
  }
  void FetchRest() { inline_.FetchRest(); }
  PluckedEnds& ends() { return inline_; }

  void Bind(std::weak_ptr<StreamOwner> owner) override {
    timer_.Bind(std::move(owner));
  }
  StreamQueue& queue(bool beside_in_place) override;
  bool buffers() const override { return false; }
  void SetTimer(MonotonicTime at) override { timer_.Set(at); }
  void OnCompleted(InterceptorBatchMethods* batch) override {
    inline_.OnCompleted(batch);
  }
  void OnStarted(const std::shared_ptr<StreamAttempt>& attempt) override;
  void OnOperations() override { inline_.OnOperations(); }
  void OnAbandoned(std::shared_ptr<const void> call) override {
    inline_.OnAbandoned(std::move(call));
  }

 private:
  InlineStreamDriver inline_;
  StreamTimer timer_;
  // Whether the latest result of queue() is polled by a thread of Baton.
  bool has_poller_ = false;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_DRIVER_SYNC_WATCH_DRIVER_H_
