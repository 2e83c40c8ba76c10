// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_WORKERS_H_
#define BATON_RPC_RUNTIME_WORKERS_H_

#include <cstddef>
#include <deque>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "baton/monotonic_time.h"
#include "baton/mutex.h"

namespace baton::rpc {

// Threads for work that may block. When a timer continues a call, Baton runs
// interceptors, classifiers and observers of the application. An interceptor
// may block, and this must not delay other timers. The timer thread therefore
// only posts the work to these threads.
//
// Post() starts a thread if all threads are busy, up to a maximum. Work beyond
// the maximum, or beyond what the system permits, waits for a thread. If there
// is no thread at all, Post() runs the work itself. If posted work waits for
// long, notes a stall of the process: see ProcessStalls. Thread-safe.
class Workers {
 public:
  Workers();
  // Starts a thread with `start`, or throws std::system_error.
  using Start = std::thread (*)(std::function<void()> run);
  explicit Workers(std::size_t most_threads, Start start = &StartThread);
  // Runs the posted work first, then ends the threads.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Returns the workers of the process. A forked child gets its own.
  static Workers& Process();

  void Post(std::function<void()> work);

 private:
  static std::thread StartThread(std::function<void()> run) {
    return std::thread(std::move(run));
  }
  struct Work {
    std::function<void()> run;
    MonotonicTime posted_at;
  };

  void AddThread() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Run();

  const std::size_t most_threads_;
  const Start start_;
  Mutex mutex_;
  CondVar changed_;
  std::deque<Work> work_ ABSL_GUARDED_BY(mutex_);
  std::size_t idle_ ABSL_GUARDED_BY(mutex_) = 0;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  // The destructor joins the threads without holding the lock.
  std::vector<std::thread> threads_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_WORKERS_H_
