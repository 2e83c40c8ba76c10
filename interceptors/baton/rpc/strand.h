// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STRAND_H_
#define BATON_RPC_STRAND_H_

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
    std::lock_guard<std::mutex> lock(mutex_);
    if (busy_) {
      left_.push_back(copy());
      return false;
    }
    busy_ = true;
    return true;
  }

  void RunLeftovers() {
    std::vector<std::function<void()>> events;
    for (;;) {
      {
        std::lock_guard<std::mutex> lock(mutex_);
        if (left_.empty()) {
          busy_ = false;
          return;
        }
        events.swap(left_);
      }
      for (std::function<void()>& event : events) event();
      events.clear();
    }
  }

  std::mutex mutex_;
  bool busy_ = false;
  std::vector<std::function<void()>> left_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STRAND_H_
