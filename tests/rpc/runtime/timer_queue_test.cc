// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/runtime/timer_queue.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <iostream>
#include <memory>
#include <thread>
#include <vector>

#include "absl/time/time.h"
#include "baton/real_clock.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

MonotonicTime In(absl::Duration delay) { return RealClock().Now() + delay; }

TEST(TimerQueueTest, TimerRunsAtItsTime) {
  TimerQueue queue;
  std::promise<MonotonicTime> ran;
  const MonotonicTime at = In(absl::Milliseconds(5));
  queue.Schedule(at, [&] { ran.set_value(RealClock().Now()); });
  EXPECT_GE(ran.get_future().get(), at);
}

TEST(TimerQueueTest, EarlierTimerOvertakesAWaitingOne) {
  TimerQueue queue;
  std::promise<void> ran;
  const TimerQueue::Id late =
      queue.Schedule(MonotonicTime::InfiniteFuture(), [] { FAIL(); });
  queue.Schedule(In(absl::Milliseconds(1)), [&] { ran.set_value(); });
  ran.get_future().wait();
  EXPECT_TRUE(queue.Cancel(late));
}

// The thread of the queue runs another timer while this test schedules and
// cancels. So the cancelled timer cannot start before its cancellation.
TEST(TimerQueueTest, CancelledTimerNeverRuns) {
  TimerQueue queue;
  std::promise<void> released;
  std::promise<void> ran;
  queue.Schedule({}, [&] { released.get_future().wait(); });
  const TimerQueue::Id id = queue.Schedule({}, [] { FAIL(); });
  EXPECT_TRUE(queue.Cancel(id));
  EXPECT_FALSE(queue.Cancel(id));
  queue.Schedule({}, [&] { ran.set_value(); });
  released.set_value();
  ran.get_future().wait();
}

// The thread usually waits for the first timer when the others are scheduled.
// It is not woken for later ones.
TEST(TimerQueueTest, TimersAfterACancelledOneRunInTheirTurn) {
  TimerQueue queue;
  std::promise<void> first;
  std::promise<void> second;
  const MonotonicTime at = In(absl::Milliseconds(2));
  queue.Cancel(queue.Schedule(at, [] {}));
  queue.Schedule(at + absl::Milliseconds(2), [&] { second.set_value(); });
  queue.Schedule(at + absl::Milliseconds(1), [&] { first.set_value(); });
  first.get_future().wait();
  second.get_future().wait();
}

TEST(TimerQueueTest, CancelOfAStartedTimerReturnsFalse) {
  TimerQueue queue;
  std::promise<TimerQueue::Id> own;
  std::promise<bool> result;
  own.set_value(queue.Schedule({}, [&, id = own.get_future().share()] {
    result.set_value(queue.Cancel(id.get()));
  }));
  EXPECT_FALSE(result.get_future().get());
}

TEST(TimerQueueTest, FunctionCanScheduleATimer) {
  TimerQueue queue;
  std::promise<void> done;
  int left = 100;
  std::function<void()> again = [&] {
    if (--left == 0) return done.set_value();
    queue.Schedule(RealClock().Now(), again);
  };
  queue.Schedule({}, again);
  done.get_future().wait();
}

TEST(TimerQueueTest, DestructorDropsPendingTimers) {
  auto held = std::make_shared<int>();
  {
    TimerQueue queue;
    queue.Schedule(In(absl::Hours(1)), [held] { FAIL(); });
    EXPECT_EQ(held.use_count(), 2);
  }
  EXPECT_EQ(held.use_count(), 1);
  TimerQueue never_used;
}

TEST(TimerQueueTest, CancelDestroysTheFunction) {
  TimerQueue queue;
  auto held = std::make_shared<int>();
  const TimerQueue::Id id = queue.Schedule(In(absl::Hours(1)), [held] {});
  EXPECT_TRUE(queue.Cancel(id));
  EXPECT_EQ(held.use_count(), 1);
}

TEST(TimerQueueTest, DestructorOfAFunctionCanScheduleATimer) {
  // Destroying the function calls Schedule(), which must not happen under the
  // lock.
  TimerQueue queue;
  std::promise<void> done;
  auto last_words = std::shared_ptr<void>(
      nullptr, [&](void*) { queue.Schedule({}, [&] { done.set_value(); }); });
  queue.Schedule({}, [last_words = std::move(last_words)] {});
  done.get_future().wait();
}

TEST(TimerQueueTest, EachTimerRunsOrIsCancelledExactlyOnce) {
  constexpr int kThreads = 8;
  constexpr int kTimers = 2'000;
  TimerQueue queue;
  std::atomic<int> ran{0};
  std::atomic<int> cancelled{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kTimers; ++i) {
        const TimerQueue::Id id =
            queue.Schedule(In(absl::Microseconds((i * 7 + t) % 300)),
                           [&] { ran.fetch_add(1); });
        if (i % 2 == 0 && queue.Cancel(id)) cancelled.fetch_add(1);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  // All other timers are due before this one.
  std::promise<void> last;
  queue.Schedule(In(absl::Milliseconds(1)), [&] { last.set_value(); });
  last.get_future().wait();
  EXPECT_EQ(ran + cancelled, kThreads * kTimers);
}

// Each thread has its own shard, and only one of the timers is due.
TEST(TimerQueueTest, EarliestTimerOfAllThreadsRunsFirst) {
  constexpr int kThreads = 20;
  TimerQueue queue;
  std::atomic<int> ran{0};
  std::vector<TimerQueue::Id> ids(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      ids[t] =
          queue.Schedule(In(absl::Hours(1 + t)), [&] { ran.fetch_add(1); });
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::promise<void> first;
  std::thread([&] {
    queue.Schedule(In(absl::Milliseconds(1)), [&] { first.set_value(); });
  }).join();
  first.get_future().wait();
  EXPECT_EQ(ran, 0);
  for (const TimerQueue::Id id : ids) EXPECT_TRUE(queue.Cancel(id));
}

// The thread of the queue starts to wait while other threads add timers. None
// of the timers may be forgotten until the next one wakes the thread.
TEST(TimerQueueTest, TimerThatMeetsTheStartOfAWaitRuns) {
  TimerQueue queue;
  for (int round = 0; round < 2'000; ++round) {
    std::promise<void> ran;
    std::thread other([&] { queue.Schedule({}, [] {}); });
    queue.Schedule({}, [&] { ran.set_value(); });
    ran.get_future().wait();
    other.join();
  }
}

TEST(TimerQueueTest, ProcessHasOneQueue) {
  EXPECT_EQ(&TimerQueue::Process(), &TimerQueue::Process());
}

// Checks no limit, because lateness depends on the load of the machine. On an
// idle machine the 99th percentile is below a millisecond.
TEST(TimerQueueTest, TimersAreNeverEarly) {
  constexpr int kTimers = 500;
  TimerQueue queue;
  std::vector<absl::Duration> late(kTimers);
  std::promise<void> done;
  const MonotonicTime begin = In(absl::Milliseconds(5));
  for (int i = 0; i < kTimers; ++i) {
    const MonotonicTime at = begin + i * absl::Milliseconds(1);
    queue.Schedule(at, [&, i, at] {
      late[i] = RealClock().Now() - at;
      if (i == kTimers - 1) done.set_value();
    });
  }
  done.get_future().wait();
  std::sort(late.begin(), late.end());
  EXPECT_GE(late.front(), absl::ZeroDuration());
  std::cout << "late: p50 " << late[kTimers / 2] << ", p99 "
            << late[kTimers * 99 / 100] << ", max " << late.back() << "\n";
}

}  // namespace
}  // namespace baton::rpc
