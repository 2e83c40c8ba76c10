// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_THREADS_LINKED_THREADS_H_
#define BATON_EXAMPLES_THREADS_LINKED_THREADS_H_

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <thread>
#include <utility>

#include "baton/server.h"

namespace baton::examples {

// std::async, whose function belongs to the request of the calling thread.
template <typename Work>
auto LinkedAsync(Work work) {
  return std::async(std::launch::async,
                    [scope = RequestScope::Current(), work = std::move(work)] {
                      const ScopedAttach attach(scope);
                      return work();
                    });
}

// A pool of one thread. Each piece of work belongs to the request of the thread
// that has added it.
class LinkedPool {
 public:
  LinkedPool() : thread_([this] { Run(); }) {}
  ~LinkedPool() {
    Add(nullptr);
    thread_.join();
  }

  void Add(std::function<void()> work) {
    const std::lock_guard<std::mutex> lock(mutex_);
    queue_.push_back({RequestScope::Current(), std::move(work)});
    added_.notify_one();
  }

 private:
  struct Item {
    RequestScope scope;
    std::function<void()> work;
  };

  void Run() {
    for (;;) {
      const Item item = Take();
      if (item.work == nullptr) return;
      const ScopedAttach attach(item.scope);
      item.work();
    }
  }

  Item Take() {
    std::unique_lock<std::mutex> lock(mutex_);
    added_.wait(lock, [this] { return !queue_.empty(); });
    Item item = std::move(queue_.front());
    queue_.pop_front();
    return item;
  }

  std::mutex mutex_;
  std::condition_variable added_;
  std::deque<Item> queue_;
  std::thread thread_;
};

}  // namespace baton::examples

#endif  // BATON_EXAMPLES_THREADS_LINKED_THREADS_H_
