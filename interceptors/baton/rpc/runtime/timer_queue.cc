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
#include "baton/rpc/runtime/thread_lane.h"

namespace baton::rpc {
namespace {

// Condition variables count in 64-bit nanoseconds. The thread wakes up after
// this time and waits again if necessary.
constexpr absl::Duration kLongestWait = absl::Hours(24);

// The low bits of an id are the number of the shard. The other bits are the id
// of the timer in the heap of the shard, whose slot needs fewer than 32 bits.
constexpr int kShardBits = 4;
constexpr uint64_t kSlotMask = 0xffffffff;

uint64_t WithShard(uint64_t id, std::size_t shard) {
  assert((id & kSlotMask) >> (32 - kShardBits) == 0);
  return (id & ~kSlotMask) | (id & kSlotMask) << kShardBits | shard;
}

std::size_t ShardOf(uint64_t id) { return id & ((1 << kShardBits) - 1); }

uint64_t WithoutShard(uint64_t id) {
  return (id & ~kSlotMask) | (id & kSlotMask) >> kShardBits;
}

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
  static_assert(kShards == 1 << kShardBits);
  const std::size_t number = ThreadLane() % kShards;
  Shard& shard = shards_[number];
  Id id;
  {
    const MutexLock lock(shard.mutex);
    id = WithShard(shard.heap.Add(at, std::move(run)), number);
    shard.Publish();
  }
  // Either the thread finds the timer in the shard before it waits, or this
  // thread sees for which time it waits. Both need sequential consistency.
  const int64_t at_ns = at.nanos();
  if (at_ns < wakes_at_.load()) WakeAt(at_ns);
  return id;
}

void TimerQueue::WakeAt(int64_t at) {
  const MutexLock lock(mutex_);
  if (!thread_.joinable()) return StartThread();
  if (at >= wakes_at_.load(std::memory_order_relaxed)) return;
  // One notification is enough until the thread has read the shards.
  wakes_at_.store(at, std::memory_order_release);
  changed_.NotifyOne();
}

void TimerQueue::StartThread() {
  try {
    thread_ = std::thread([this] { Run(); });
    wakes_at_.store(kAwake, std::memory_order_release);
  } catch (const std::system_error&) {
    // The limit of threads is reached. The next Schedule() tries again, and
    // timers are late until then.
  }
}

bool TimerQueue::Cancel(Id id) {
  Shard& shard = shards_[ShardOf(id)];
  TimerHeap::Function run;
  {
    const MutexLock lock(shard.mutex);
    run = shard.heap.Remove(WithoutShard(id));
    shard.Publish();
  }
  // Does not wake the thread. At worst it wakes up once without work.
  return run != nullptr;
}

void TimerQueue::Shard::Publish() {
  const int64_t now_first = heap.empty() ? kNever : heap.FirstTime().nanos();
  if (now_first != first.load(std::memory_order_relaxed)) first = now_first;
}

int64_t TimerQueue::FirstTime() const {
  int64_t first = kNever;
  for (const Shard& shard : shards_) {
    first = std::min(first, shard.first.load());
  }
  return first;
}

TimerHeap::Function TimerQueue::TakeDue() {
  const MonotonicTime now = RealClock().Now();
  int64_t first = kNever;
  Shard* earliest = nullptr;
  for (Shard& shard : shards_) {
    const int64_t first_here = shard.first.load();
    if (first_here >= first) continue;
    first = first_here;
    earliest = &shard;
  }
  if (earliest == nullptr || first > now.nanos()) return nullptr;
  const MutexLock lock(earliest->mutex);
  // Another thread may have cancelled the timer.
  TimerHeap& heap = earliest->heap;
  if (heap.empty() || heap.FirstTime() > now) return nullptr;
  TimerHeap::Function run = heap.RemoveFirst();
  earliest->Publish();
  return run;
}

bool TimerQueue::Wait() {
  const MutexLock lock(mutex_);
  if (stopping_) return false;
  const int64_t first = FirstTime();
  wakes_at_.store(first);
  // A timer that was added before the line above may have woken no thread.
  if (FirstTime() >= first) {
    const absl::Duration left =
        MonotonicTime::FromNanos(first) - RealClock().Now();
    if (first == kNever) {
      changed_.Wait(mutex_);
    } else if (left > absl::ZeroDuration()) {
      sleep_.Wait(changed_, mutex_, MonotonicTime::FromNanos(first),
                  std::min(left, kLongestWait));
    }
  }
  wakes_at_.store(kAwake, std::memory_order_release);
  return !stopping_;
}

void TimerQueue::Run() {
  do {
    // Each function is destroyed before the next one is taken, without a lock.
    while (!stopping_) {
      TimerHeap::Function run = TakeDue();
      if (run == nullptr) break;
      run();
    }
  } while (Wait());
}

}  // namespace baton::rpc
