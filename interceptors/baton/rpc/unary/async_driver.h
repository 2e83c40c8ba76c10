// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_ASYNC_DRIVER_H_
#define BATON_RPC_UNARY_ASYNC_DRIVER_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "baton/rpc/runtime/runtime.h"
#include "baton/rpc/unary/attempt_executor.h"
#include "baton/rpc/unary/call_driver.h"

namespace baton::rpc {

// Drives a call that was made through the callback or the completion queue
// API: attempts run on the executor that fits, timers on the process's timer
// thread.
class AsyncDriver final : public CallDriver {
 public:
  // The arguments must outlive it.
  AsyncDriver(AttemptExecutor& executor, Runtime& runtime)
      : executor_(executor), runtime_(runtime) {}
  ~AsyncDriver() override { ClearTimer(); }

  // What happens when the timer fires, on the thread of all timers. Must keep
  // alive what it uses.
  void OnTimer(std::function<void()> on_timer);

  void Start(RawStub& stub, const std::string& method,
             const grpc::ByteBuffer& request,
             std::shared_ptr<Attempt> attempt) override;
  void SetTimer(MonotonicTime at) override;
  void ClearTimer() override;
  void OnPhase(Phase /*phase*/) override {}
  bool StartsOnAnyThread() const override { return true; }

 private:
  AttemptExecutor& executor_;
  Runtime& runtime_;
  std::shared_ptr<const std::function<void()>> on_timer_;
  std::optional<Runtime::TimerId> timer_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_ASYNC_DRIVER_H_
