// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REQUEST_CANCELLED_WORK_H_
#define BATON_RPC_REQUEST_CANCELLED_WORK_H_

#include <atomic>
#include <memory>
#include <thread>
#include <utility>

#include "baton/rpc/runtime/stall_ticker.h"
#include "baton/server_options.h"

namespace baton::rpc {

// Knows whether one request was cancelled before its response, and whether
// Baton or the application checks this before the handler works. Owned by the
// record of the request. Created on the thread that receives the request.
// Thread-safe.
class CancelledWork {
 public:
  // `stall_ticker` may be null.
  explicit CancelledWork(const CancelledRequestOptions& options,
                         std::shared_ptr<StallTicker> stall_ticker = nullptr)
      : options_(options), stall_ticker_(std::move(stall_ticker)) {}

  // Returns whether cancelled work is dropped, and not only observed.
  bool enforced() const { return options_.mode == Mode::kEnforce; }

  // Records that gRPC has reported the end of the request. Before the response,
  // this is a cancellation.
  void OnClosed() { closed_.store(true, std::memory_order_relaxed); }
  bool closed() const { return closed_.load(std::memory_order_relaxed); }

  // Records that a dry run has started a handler for cancelled work.
  void OnObserved() { observed_.store(true, std::memory_order_relaxed); }
  bool observed() const { return observed_.load(std::memory_order_relaxed); }

  // Returns whether `is_cancelled` returns true. If the process has just stood
  // still, gRPC may not have read the cancellation yet, so this asks again for
  // some milliseconds.
  template <typename IsCancelled>
  bool Find(IsCancelled is_cancelled) const {
    if (is_cancelled()) return true;
    return enforced() && stall_ticker_ != nullptr &&
           stall_ticker_->WaitAfterStall(is_cancelled);
  }

  // Records that Baton checks the request right before its handler starts.
  void OnChecked() { checked_.store(true, std::memory_order_relaxed); }
  // Records that the application checks the request on the calling thread. On
  // the thread that has received the request, gRPC cannot know of a
  // cancellation yet, so such a check does not count.
  void OnCheckedByApplication() {
    if (std::this_thread::get_id() != received_on_) OnChecked();
  }

  // Returns whether the handler of this request would not have worked for a
  // cancelled request.
  bool IsDropped() const {
    return options_.dropped_by_application ||
           (enforced() && checked_.load(std::memory_order_relaxed));
  }

 private:
  const CancelledRequestOptions options_;
  const std::shared_ptr<StallTicker> stall_ticker_;
  const std::thread::id received_on_ = std::this_thread::get_id();
  std::atomic<bool> closed_{false};
  std::atomic<bool> observed_{false};
  std::atomic<bool> checked_{false};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_CANCELLED_WORK_H_
