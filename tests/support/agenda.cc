// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/agenda.h"

#include <chrono>
#include <utility>

#include "absl/time/time.h"

namespace baton {
namespace {

double Milliseconds(const Stopwatch& watch) {
  return absl::ToDoubleMilliseconds(watch.Elapsed());
}

}  // namespace

Agenda::Agenda() : thread_([this] { Serve(); }) {}

Agenda::~Agenda() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Agenda::After(double milliseconds, std::function<void()> run) {
  const std::lock_guard<std::mutex> lock(mutex_);
  due_.emplace(Milliseconds(watch_) + milliseconds, std::move(run));
  changed_.notify_all();
}

void Agenda::Serve() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!stopping_) {
    if (due_.empty()) {
      changed_.wait(lock);
      continue;
    }
    const double wait = due_.begin()->first - Milliseconds(watch_);
    if (wait > 0) {
      changed_.wait_for(lock, std::chrono::duration<double, std::milli>(wait));
      continue;
    }
    const std::function<void()> run = std::move(due_.begin()->second);
    due_.erase(due_.begin());
    lock.unlock();
    run();
    lock.lock();
  }
}

}  // namespace baton
