// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_IDLENESS_H_
#define BATON_RPC_STREAM_STREAM_IDLENESS_H_

#include "absl/time/time.h"
#include "baton/monotonic_time.h"

namespace baton::rpc {

// For how long a stream has brought nothing although the application waits for
// something. Time in which nobody waits does not count, nor does the time
// before the server has begun to answer.
//
// Whoever drives the stream has to look at LookAt(); that is moved about once
// for each limit that passes, and not for each message. Not thread-safe.
class StreamIdleness {
 public:
  // Infinite: a stream is never idle.
  explicit StreamIdleness(absl::Duration limit) : limit_(limit) {}

  bool on() const { return limit_ != absl::InfiniteDuration(); }
  absl::Duration limit() const { return limit_; }

  // An attempt begins, of which nothing has come yet.
  void Restart() {
    has_response_ = false;
    look_at_ = MonotonicTime::InfiniteFuture();
  }
  // Something has come: the first that comes, or a message.
  void OnResponse(MonotonicTime now) {
    has_response_ = true;
    Count(now);
  }
  // The application begins to wait. `for_end`: for nothing but the end, which
  // counts only from the first answer on: a reactor is made to wait for it
  // before.
  void OnWait(MonotonicTime now, bool for_end) {
    if (!has_response_) return;
    awaits_end_ = awaits_end_ || for_end;
    Count(now);
  }

  MonotonicTime LookAt() const { return look_at_; }
  // It is to be looked at. `for_message`: the application waits for one. True:
  // it has been idle for too long.
  bool Look(MonotonicTime now, bool for_message) {
    if (now < look_at_) return false;
    const bool waits = for_message || awaits_end_;
    look_at_ = waits ? since_ + limit_ : MonotonicTime::InfiniteFuture();
    return waits && now >= look_at_;
  }

 private:
  void Count(MonotonicTime now) {
    since_ = now;
    if (look_at_ == MonotonicTime::InfiniteFuture()) {
      look_at_ = now + limit_;
    }
  }

  const absl::Duration limit_;
  bool has_response_ = false;
  bool awaits_end_ = false;
  MonotonicTime since_;
  MonotonicTime look_at_ = MonotonicTime::InfiniteFuture();
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_IDLENESS_H_
