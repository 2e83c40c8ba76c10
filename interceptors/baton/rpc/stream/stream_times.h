// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_TIMES_H_
#define BATON_RPC_STREAM_STREAM_TIMES_H_

#include <algorithm>

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
        idleness_(state.session.plan().policy->stream.idle_timeout),
        first_answer_timeout_(state.session.plan().FirstAnswerTimeout()) {}

  // Sets the timer to this time, or stops it.
  void Set(MonotonicTime at);
  void Stop() { Set(MonotonicTime::InfiniteFuture()); }
  // Sets the timer to this time, or to the end of the first-answer timeout if
  // that is earlier.
  void SetUntilAnswer(MonotonicTime at) { Set(std::min(at, answer_by_)); }
  // The timer has fired. Returns whether it is due, and stops it then.
  bool Take(MonotonicTime now);
  // Sets the timer to the next event of the attempts in flight.
  void LookWhenDue();

  // Returns the deadline of the call if gRPC does not enforce it on the
  // application's own call, or InfiniteFuture().
  MonotonicTime CutDeadline() const;

  // The idle timeout. An attempt begins; something has come; the application
  // begins to wait, for nothing but the end if `for_end`.
  void OnStart();
  void OnResponse();
  void OnWait(bool for_end);
  // Returns whether the stream has been idle for too long.
  bool IsIdle(MonotonicTime now);
  // The first-answer timeout. The server has begun to respond; an attempt has
  // failed, and another one follows.
  void OnAnswer();
  void OnRetry();
  // Returns whether the server of a running or waiting stream has not begun to
  // respond in time.
  bool IsUnanswered(MonotonicTime now) const;
  absl::Duration idle_limit() const { return idleness_.limit(); }

 private:
  StreamState& state_;
  StreamIdleness idleness_;
  const absl::Duration first_answer_timeout_;
  // The time by which the server must have begun to respond. Infinite: before
  // the first attempt, after an answer, and without the timeout.
  MonotonicTime answer_by_ = MonotonicTime::InfiniteFuture();
  bool has_answer_ = false;
  MonotonicTime due_ = MonotonicTime::InfiniteFuture();
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_TIMES_H_
