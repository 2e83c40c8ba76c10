// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/driver/async_driver.h"

#include <memory>
#include <utility>

namespace baton::rpc {

void AsyncDriver::Start(RawStub& stub, const std::string& method,
                        const grpc::ByteBuffer& request,
                        std::shared_ptr<Attempt> attempt) {
  if (executor_ == nullptr) executor_ = &executors_();
  executor_->Start(stub, method, request, std::move(attempt));
}

void AsyncDriver::SetTimer(MonotonicTime at) {
  ClearTimer();
  // The capture is small enough for a timer without an allocation.
  timer_ = runtime_.Schedule(at, [call = call_] {
    std::shared_ptr<DrivenCall> alive = call.lock();
    if (alive == nullptr) return;
    // The timer thread must neither run user code nor destroy the call.
    Runtime& runtime = alive->runtime();
    runtime.Post([alive = std::move(alive)] { alive->OnTimer(); });
  });
}

void AsyncDriver::ClearTimer() {
  if (!timer_.has_value()) return;
  runtime_.Cancel(*timer_);
  timer_.reset();
}

}  // namespace baton::rpc
