// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_STRAND_H_
#define BATON_RPC_RUNTIME_STRAND_H_

#include <atomic>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace baton::rpc {

// Runs the events of one call one after the other, whatever threads they come
// from, and without a lock held while they run: so an event may cancel
// attempts, answer batches and call user code. An event that comes while
// another runs is left to the thread that runs that one; also when it comes
// from within it. The usual event finds the strand idle, runs on its own
// thread at once and allocates nothing.
class Strand {
 public:
  template <typename Event>
  void Run(Event event) {
    if (!Enter([&event] { return std::function<void()>(event); })) return;
    event();
    RunLeftovers();
  }

 private:
  // True if this thread is to run the event now; false if it was left, made
  // by `copy`, to the thread that is running one.
  template <typename Copy>
  bool Enter(Copy copy) {
    State idle = State::kIdle;
    if (state_.compare_exchange_strong(idle, State::kBusy)) return true;
    std::lock_guard<std::mutex> lock(mutex_);
    // It becomes idle without the lock, but not while there are leftovers.
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
        std::lock_guard<std::mutex> lock(mutex_);
        events.swap(left_);
        state_.store(State::kBusy);
      }
      for (std::function<void()>& event : events) event();
      events.clear();
    }
  }

  enum class State { kIdle, kBusy, kBusyWithLeftovers };

  std::atomic<State> state_{State::kIdle};
  std::mutex mutex_;                         // taken only when two events meet
  std::vector<std::function<void()>> left_;  // guarded by mutex_
};

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_STRAND_H_
