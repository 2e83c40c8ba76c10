// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_DRIVER_CALL_TIMER_H_
#define BATON_RPC_UNARY_DRIVER_CALL_TIMER_H_

#include "baton/monotonic_time.h"
#include "baton/rpc/unary/driver/call_driver.h"

namespace baton::rpc {

// The one timer of a call, on its driver. Used on the call's strand.
class CallTimer {
 public:
  // `driver` must outlive it.
  explicit CallTimer(CallDriver& driver) : driver_(driver) {}

  // Takes the place of what was set before; infinitely far away is nothing.
  void Set(MonotonicTime at) {
    if (at == MonotonicTime::InfiniteFuture()) return;
    due_ = at;
    driver_.SetTimer(at);
  }

  // The same, but infinitely far away takes its place, too.
  void Reset(MonotonicTime at) {
    if (at == MonotonicTime::InfiniteFuture()) return Clear();
    Set(at);
  }

  void Clear() {
    if (due_ == MonotonicTime::InfiniteFuture()) return;
    due_ = MonotonicTime::InfiniteFuture();
    driver_.ClearTimer();
  }

  // The driver says that a timer has fired. False if it is one that was too
  // late to be cleared; else it is cleared.
  bool TakeIfDue(MonotonicTime now) {
    if (now < due_) return false;
    Clear();
    return true;
  }

 private:
  CallDriver& driver_;
  MonotonicTime due_ = MonotonicTime::InfiniteFuture();
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_DRIVER_CALL_TIMER_H_
