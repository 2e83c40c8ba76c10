// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_TIMES_H_
#define BATON_RPC_STREAM_STREAM_TIMES_H_

#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/stream/stream_idleness.h"
#include "baton/rpc/stream/stream_state.h"

namespace baton::rpc {

// When a stream is to be looked at next. Sets the timer of the driver. Used on
// the call's strand.
class StreamTimes {
 public:
  // `state` must outlive this object.
  explicit StreamTimes(StreamState& state)
      : state_(state),
        idleness_(state.session.plan().policy->stream.idle_timeout) {}

  // Sets the timer to this time, or stops it.
  void Set(MonotonicTime at);
  void Stop() { Set(MonotonicTime::InfiniteFuture()); }
  // The timer has fired. Returns whether it is due, and stops it then.
  bool Take(MonotonicTime now);
  // Sets the timer to the next event of the attempts in flight.
  void LookWhenDue();

  // Returns the deadline of the call if gRPC does not enforce it on the
  // application's own call, or InfiniteFuture().
  MonotonicTime CutDeadline() const;

  // The idle timeout. An attempt begins; something has come; the application
  // begins to wait, for nothing but the end if `for_end`.
  void OnStart() { idleness_.Restart(); }
  void OnResponse();
  void OnWait(bool for_end);
  // Returns whether the stream has been idle for too long.
  bool IsIdle(MonotonicTime now);
  absl::Duration idle_limit() const { return idleness_.limit(); }

 private:
  StreamState& state_;
  StreamIdleness idleness_;
  MonotonicTime due_ = MonotonicTime::InfiniteFuture();
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_TIMES_H_
