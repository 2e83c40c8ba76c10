// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_UNARY_TIMES_H_
#define BATON_RPC_UNARY_UNARY_TIMES_H_

#include "baton/monotonic_time.h"
#include "baton/rpc/unary/driver/call_timer.h"
#include "baton/rpc/unary/unary_state.h"

namespace baton::rpc {

// When a unary call is to be looked at next. Sets the timer of the driver, or
// the timer of the first attempt in place. Used on the call's strand.
class UnaryTimes {
 public:
  // `state` must outlive this object.
  explicit UnaryTimes(UnaryState& state)
      : state_(state), timer_(*state.driver) {}

  // Sets the timer of the driver. Ignores InfiniteFuture().
  void Set(MonotonicTime at) { timer_.Set(at); }
  void Stop() { timer_.Clear(); }
  // The timer of the driver has fired. Returns whether it is due, and stops it
  // then.
  bool Take(MonotonicTime now) { return timer_.TakeIfDue(now); }

  // Sets the timer of the phase to the next event of the attempts in flight.
  void LookWhenDue();

 private:
  // Returns the next event while the first attempt is in place.
  MonotonicTime InPlaceDue() const;

  UnaryState& state_;
  CallTimer timer_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_UNARY_TIMES_H_
