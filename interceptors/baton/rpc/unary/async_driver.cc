// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/async_driver.h"

#include <cassert>
#include <utility>

namespace baton::rpc {

void AsyncDriver::OnTimer(std::function<void()> on_timer) {
  on_timer_ =
      std::make_shared<const std::function<void()>>(std::move(on_timer));
}

void AsyncDriver::Start(RawStub& stub, const std::string& method,
                        const grpc::ByteBuffer& request,
                        std::shared_ptr<Attempt> attempt) {
  executor_.Start(stub, method, request, std::move(attempt));
}

void AsyncDriver::SetTimer(MonotonicTime at) {
  assert(on_timer_ != nullptr);
  ClearTimer();
  timer_ = runtime_.Schedule(at, [run = on_timer_] { (*run)(); });
}

void AsyncDriver::ClearTimer() {
  if (!timer_.has_value()) return;
  runtime_.Cancel(*timer_);
  timer_.reset();
}

}  // namespace baton::rpc
