// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_STALL_TICKER_H_
#define BATON_RPC_RUNTIME_STALL_TICKER_H_

#include <atomic>
#include <deque>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "baton/core/limits/stall_watch.h"
#include "baton/monotonic_time.h"
#include "baton/mutex.h"
#include "baton/rpc/runtime/runtime.h"

namespace baton::rpc {

// Ticks for the StallWatch of one server while it receives requests. Owned by
// the server and its requests. Its timers hold weak pointers. Thread-safe.
class StallTicker final : public std::enable_shared_from_this<StallTicker> {
 public:
  // The ticks of a server end after this number of ticks without a request.
  // This counts ticks, because a stall must not look like idle time.
  static constexpr int kIdleTicks = 20;

  // `runtime` must outlive this object. The first tick comes `first` after the
  // first request. Positive, at most StallWatch::kTick. By default it depends
  // on the host, so that servers of many hosts do not tick together.
  explicit StallTicker(Runtime& runtime, absl::Duration first = FirstTick(),
                       int idle_ticks = kIdleTicks)
      : runtime_(runtime), first_(first), most_idle_ticks_(idle_ticks) {}

  // Returns the time of the first tick on this host.
  static absl::Duration FirstTick();

  // Starts the ticks if necessary.
  void OnRequest(MonotonicTime now);

  // Waits for up to WaitAt() of StallWatch, if the process has just stood
  // still. Calls `is_done` every millisecond, and returns true as soon as it
  // does. Returns false at once unless there was a stall. Waits end in the
  // order in which they began. Otherwise requests would overtake each other,
  // and an early one could miss its deadline.
  template <typename IsDone>
  bool WaitAfterStall(IsDone is_done) {
    const MonotonicTime start = runtime_.Now();
    const absl::Duration wait = watch_.WaitAt(start);
    if (wait <= absl::ZeroDuration()) return false;
    const Place place(*this);
    // The number of looks is limited, too, because a test's time does not move.
    for (int i = 0; i < kMostLooks && runtime_.Now() - start < wait; ++i) {
      Pause();
      if (is_done()) return true;
    }
    return false;
  }

 private:
  static constexpr int kMostLooks = 10;

  // The place of one wait in a line. The destructor returns when all earlier
  // places are gone. The first place never waits for another one.
  class Place {
   public:
    explicit Place(StallTicker& ticker);
    ~Place();
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

   private:
    StallTicker& ticker_;
    CondVar first_;
  };

  // Waits for a millisecond.
  static void Pause();
  void Schedule(MonotonicTime at);
  void Tick();

  Runtime& runtime_;
  const absl::Duration first_;
  const int most_idle_ticks_;
  core::StallWatch watch_;
  std::atomic<bool> ticking_{false};
  // Whether there was a request since the last tick.
  std::atomic<bool> requested_{false};
  // The places of all waits, the oldest first.
  Mutex mutex_;
  std::deque<Place*> line_ ABSL_GUARDED_BY(mutex_);
  // Used by the pending tick only.
  int idle_ticks_ = 0;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_STALL_TICKER_H_
