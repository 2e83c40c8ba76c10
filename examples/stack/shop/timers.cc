// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/timers.h"

#include <utility>

#include "absl/time/time.h"
#include "baton/real_clock.h"

namespace baton::stack {

Timers::Timers() : thread_([this] { Run(); }) {}

Timers::~Timers() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

Timers& Timers::Process() {
  static Timers* const timers = new Timers();
  return *timers;
}

void Timers::Schedule(MonotonicTime at, std::function<void()> run) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    pending_.emplace(at, std::move(run));
  }
  changed_.notify_all();
}

void Timers::Run() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!stopping_) {
    if (pending_.empty()) {
      changed_.wait(lock);
      continue;
    }
    const auto first = pending_.begin();
    const absl::Duration left = first->first - RealClock().Now();
    if (left > absl::ZeroDuration()) {
      changed_.wait_for(lock, absl::ToChronoNanoseconds(left));
      continue;
    }
    const std::function<void()> run = std::move(first->second);
    pending_.erase(first);
    lock.unlock();
    run();
    lock.lock();
  }
}

}  // namespace baton::stack
