// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_STRAND_H_
#define BATON_RPC_RUNTIME_STRAND_H_

#include <atomic>
#include <cassert>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "baton/mutex.h"

namespace baton::rpc {

// Runs the events of one call one after the other. The events may arrive on any
// thread. Owned by the call. Thread-safe.
//
// While an event runs, the strand holds no lock. An event may therefore cancel
// attempts, complete batches and call code of the application.
//
// If no event is running, the strand runs a new event at once, on the thread of
// the caller, and without an allocation. If an event is running, the thread of
// the running event runs the new event afterwards. This also applies if the
// running event itself has created the new one.
class Strand {
 public:
  template <typename Event>
  void Run(Event event) {
    if (!Enter([&event] { return std::function<void()>(event); })) return;
    NoteThread();
    event();
    RunLeftovers();
  }

  // Asserts that an event of this strand runs on the calling thread. Does
  // nothing in optimized builds.
  void AssertOn() const {
#ifndef NDEBUG
    assert(state_.load() != State::kIdle &&
           thread_.load() == std::this_thread::get_id());
#endif
  }

 private:
  // Stores which thread runs events, for AssertOn().
  void NoteThread() {
#ifndef NDEBUG
    thread_.store(std::this_thread::get_id());
#endif
  }

  // Returns true if this thread must run the event now. If another thread is
  // running an event, puts the result of `copy` into the queue of that thread
  // and returns false.
  template <typename Copy>
  bool Enter(Copy copy) {
    State idle = State::kIdle;
    if (state_.compare_exchange_strong(idle, State::kBusy)) return true;
    const MutexLock lock(mutex_);
    // RunLeftovers() sets the state to idle without the lock, but only if no
    // events are queued.
    if (state_.exchange(State::kBusyWithLeftovers) == State::kIdle) {
      state_.store(State::kBusy);
      return true;
    }
    left_.push_back(copy());
    return false;
  }

  void RunLeftovers() {
    std::vector<std::function<void()>> events;
    for (;;) {
      State busy = State::kBusy;
      if (state_.compare_exchange_strong(busy, State::kIdle)) return;
      {
        const MutexLock lock(mutex_);
        events.swap(left_);
        state_.store(State::kBusy);
      }
      for (std::function<void()>& event : events) event();
      events.clear();
    }
  }

  enum class State { kIdle, kBusy, kBusyWithLeftovers };

  std::atomic<State> state_{State::kIdle};
  Mutex mutex_;  // locked only if an event arrives while another runs
  std::vector<std::function<void()>> left_ ABSL_GUARDED_BY(mutex_);
#ifndef NDEBUG
  std::atomic<std::thread::id> thread_{};
#endif
};

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_STRAND_H_
