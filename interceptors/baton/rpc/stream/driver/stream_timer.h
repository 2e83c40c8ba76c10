// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_DRIVER_STREAM_TIMER_H_
#define BATON_RPC_STREAM_DRIVER_STREAM_TIMER_H_

#include <memory>
#include <optional>
#include <utility>

#include "baton/monotonic_time.h"
#include "baton/rpc/runtime/runtime.h"
#include "baton/rpc/stream/driver/stream_owner.h"

namespace baton::rpc {

// The timer of a stream, on the timer thread of the process. It runs
// StreamOwner::OnTimer() on a worker thread. Used on the call's strand.
class StreamTimer {
 public:
  // `runtime` must outlive this object.
  explicit StreamTimer(Runtime& runtime) : runtime_(runtime) {}
  ~StreamTimer() { Stop(); }
  StreamTimer(const StreamTimer&) = delete;
  StreamTimer& operator=(const StreamTimer&) = delete;

  // Sets the owner of the stream. Called once, before Set().
  void Bind(std::weak_ptr<StreamOwner> owner) { owner_ = std::move(owner); }
  // Replaces the earlier time. InfiniteFuture() stops the timer.
  void Set(MonotonicTime at);
  void Stop();

 private:
  Runtime& runtime_;
  std::weak_ptr<StreamOwner> owner_;
  std::optional<Runtime::TimerId> timer_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_DRIVER_STREAM_TIMER_H_
