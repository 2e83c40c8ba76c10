// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_DRIVER_ASYNC_DRIVER_H_
#define BATON_RPC_UNARY_DRIVER_ASYNC_DRIVER_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "baton/rpc/runtime/runtime.h"
#include "baton/rpc/unary/driver/attempt_executor.h"
#include "baton/rpc/unary/driver/call_driver.h"

namespace baton::rpc {

// Drives a call that was made through the callback or the completion queue
// API: attempts run on the executor that fits, timers on the process's timer
// thread. Owned by its call.
class AsyncDriver final : public CallDriver {
 public:
  // Returns the executor for the attempts of one call. Called for the first
  // attempt that is a gRPC call of its own, so that a process without such
  // attempts needs no threads for them.
  using ExecutorSource = AttemptExecutor& (*)();

  // `runtime` must outlive it.
  AsyncDriver(ExecutorSource executors, Runtime& runtime)
      : executors_(executors), runtime_(runtime) {}
  ~AsyncDriver() override { ClearTimer(); }

  // Sets the call that the timer moves along. Called before the first timer.
  void Drive(std::weak_ptr<DrivenCall> call) { call_ = std::move(call); }

  void Start(RawStub& stub, const std::string& method,
             const grpc::ByteBuffer& request,
             std::shared_ptr<Attempt> attempt) override;
  void SetTimer(MonotonicTime at) override;
  void ClearTimer() override;
  void OnPhase(Phase /*phase*/) override {}
  bool StartsOnAnyThread() const override { return true; }

 private:
  const ExecutorSource executors_;
  AttemptExecutor* executor_ = nullptr;  // set by the first Start()
  Runtime& runtime_;
  std::weak_ptr<DrivenCall> call_;
  std::optional<Runtime::TimerId> timer_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_DRIVER_ASYNC_DRIVER_H_
