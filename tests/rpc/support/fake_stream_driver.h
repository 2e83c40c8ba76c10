// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_FAKE_STREAM_DRIVER_H_
#define BATON_TESTS_RPC_SUPPORT_FAKE_STREAM_DRIVER_H_

#include <memory>

#include "baton/monotonic_time.h"
#include "baton/rpc/stream/driver/stream_driver.h"
#include "baton/rpc/stream/driver/stream_owner.h"

namespace baton::rpc {

// A driver without threads. Remembers the timer of the machine.
class FakeStreamDriver final : public StreamDriver {
 public:
  void Bind(std::weak_ptr<StreamOwner> /*owner*/) override {}
  StreamQueue& queue(bool /*beside_in_place*/) override { return queue_; }
  bool buffers() const override { return false; }
  void SetTimer(MonotonicTime at) override { timer = at; }
  void OnCompleted(InterceptorBatchMethods* /*batch*/) override {}
  void OnStarted(const std::shared_ptr<StreamAttempt>& /*attempt*/) override {}
  void OnAbandoned(std::shared_ptr<const void> /*call*/) override {}

  MonotonicTime timer = MonotonicTime::InfiniteFuture();

 private:
  StreamQueue queue_;
};

// Ignores the events.
class FakeStreamOwner final : public StreamOwner {
 public:
  void OnStreamEvent(const std::shared_ptr<StreamAttempt>& /*attempt*/,
                     StreamEvent /*event*/, bool /*ok*/) override {}
  void OnTimer() override {}
  void OnParentEnd() override {}
  void OnRetryStop() override {}
  void OnConnected() override {}
};

}  // namespace baton::rpc

#endif  // BATON_TESTS_RPC_SUPPORT_FAKE_STREAM_DRIVER_H_
