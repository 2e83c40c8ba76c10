// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <sys/wait.h>
#include <unistd.h>

#include <future>

#include "absl/time/time.h"
#include "baton/real_clock.h"
#include "baton/rpc/runtime/timer_queue.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

// In a separate binary, because TSan allows no new threads after a fork.
TEST(TimerQueueForkTest, ForkedChildGetsAWorkingQueue) {
  TimerQueue& ours = TimerQueue::Process();
  std::promise<void> ran;
  ours.Schedule({}, [&] { ran.set_value(); });
  ran.get_future().wait();
  const pid_t parent = getpid();
  const TimerQueue::Id id =
      ours.Schedule(RealClock().Now() + absl::Hours(1), [] {});

  const pid_t child = fork();
  if (child == 0) {
    if (&TimerQueue::Process() == &ours) _exit(1);
    std::promise<pid_t> ran_in;
    TimerQueue::Process().Schedule({}, [&] { ran_in.set_value(getpid()); });
    _exit(ran_in.get_future().get() == parent ? 2 : 0);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(&TimerQueue::Process(), &ours);
  EXPECT_TRUE(ours.Cancel(id));
}

}  // namespace
}  // namespace baton::rpc
