// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/runtime/timer_queue.h"

#include <algorithm>
#include <cassert>
#include <system_error>
#include <utility>

#include "absl/time/time.h"
#include "baton/real_clock.h"
#include "baton/rpc/runtime/per_process.h"

namespace baton::rpc {
namespace {

// Condition variables count in 64-bit nanoseconds. The thread wakes up after
// this time and waits again if necessary.
constexpr absl::Duration kLongestWait = absl::Hours(24);

}  // namespace

TimerQueue& TimerQueue::Process() { return PerProcess<TimerQueue>::Get(); }

TimerQueue::~TimerQueue() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  changed_.NotifyOne();
  assert(thread_.get_id() != std::this_thread::get_id());
  if (thread_.joinable()) thread_.join();
}

TimerQueue::Id TimerQueue::Schedule(MonotonicTime at, TimerHeap::Function run) {
  Id id;
  bool overtakes;
  {
    const MutexLock lock(mutex_);
    id = heap_.Add(at, std::move(run));
    overtakes = at < wakes_at_;
    // One notification is enough until the thread has read the heap.
    if (overtakes) wakes_at_ = at;
    if (!thread_.joinable()) StartThread();
  }
  if (overtakes) changed_.NotifyOne();
  return id;
}

void TimerQueue::StartThread() {
  try {
    thread_ = std::thread([this] { Run(); });
  } catch (const std::system_error&) {
    // The limit of threads is reached. The next Schedule() tries again, and
    // timers are late until then.
  }
}

bool TimerQueue::Cancel(Id id) {
  TimerHeap::Function run;
  {
    const MutexLock lock(mutex_);
    run = heap_.Remove(id);
  }
  // Does not wake the thread. At worst it wakes up once without work.
  return run != nullptr;
}

void TimerQueue::Run() {
  MutexLock lock(mutex_);
  while (!stopping_) {
    if (heap_.empty()) {
      wakes_at_ = MonotonicTime::InfiniteFuture();
      changed_.Wait(mutex_);
      continue;
    }
    const absl::Duration left = heap_.FirstTime() - RealClock().Now();
    if (left > absl::ZeroDuration()) {
      wakes_at_ = heap_.FirstTime();
      changed_.WaitFor(mutex_,
                       absl::ToChronoNanoseconds(std::min(left, kLongestWait)));
      continue;
    }
    wakes_at_ = MonotonicTime();
    TimerHeap::Function run = heap_.RemoveFirst();
    lock.Unlock();
    run();
    run = nullptr;  // destructors of captures may call Schedule()
    lock.Lock();
  }
}

}  // namespace baton::rpc
