// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_TIMERS_H_
#define BATON_EXAMPLES_STACK_SHOP_TIMERS_H_

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

#include "baton/monotonic_time.h"

namespace baton::stack {

// Runs functions at given times, one after the other, on a thread of its own.
// Functions must be short. Thread-safe.
class Timers {
 public:
  Timers();
  // Waits for a function that is running, and drops the others.
  ~Timers();
  Timers(const Timers&) = delete;
  Timers& operator=(const Timers&) = delete;

  // Returns the timers that the process shares. They are never destroyed.
  static Timers& Process();

  // Runs `run` once, at `at` or shortly after.
  void Schedule(MonotonicTime at, std::function<void()> run);

 private:
  void Run();

  std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  std::multimap<MonotonicTime, std::function<void()>> pending_;
  bool stopping_ = false;
  std::thread thread_;  // the last member: it uses the others
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_TIMERS_H_
