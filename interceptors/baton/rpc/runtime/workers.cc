// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/runtime/workers.h"

#include <system_error>
#include <utility>

#include "baton/core/limits/process_stalls.h"
#include "baton/real_clock.h"
#include "baton/rpc/runtime/per_process.h"

namespace baton::rpc {
namespace {

// One thread is enough for work that does not block. If blocking work occupies
// all of these threads, further work waits.
constexpr std::size_t kMostThreads = 16;

}  // namespace

Workers::Workers() : Workers(kMostThreads) {}

Workers::Workers(std::size_t most_threads, Start start)
    : most_threads_(most_threads), start_(start) {}

Workers& Workers::Process() { return PerProcess<Workers>::Get(); }

Workers::~Workers() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  changed_.NotifyAll();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::Post(std::function<void()> work) {
  {
    MutexLock lock(mutex_);
    // An idle thread may have been woken for earlier work without having
    // started it.
    if (idle_ <= work_.size() && threads_.size() < most_threads_) AddThread();
    if (threads_.empty()) {
      lock.Unlock();
      work();
      work = nullptr;
      lock.Lock();
      return;
    }
    work_.push_back({std::move(work), RealClock().Now()});
  }
  changed_.NotifyOne();
}

void Workers::AddThread() {
  try {
    threads_.push_back(start_([this] { Run(); }));
  } catch (const std::system_error&) {
    // The limit of threads is reached. The next Post() tries again.
  }
}

void Workers::Run() {
  MutexLock lock(mutex_);
  for (;;) {
    if (work_.empty()) {
      if (stopping_) return;
      ++idle_;
      changed_.Wait(mutex_);
      --idle_;
      continue;
    }
    Work work = std::move(work_.front());
    work_.pop_front();
    lock.Unlock();
    PerProcess<core::ProcessStalls>::Get().Note(work.posted_at,
                                                RealClock().Now());
    work.run();
    work.run = nullptr;  // destructors of captures may call Post()
    lock.Lock();
  }
}

}  // namespace baton::rpc
