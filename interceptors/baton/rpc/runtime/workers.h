// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_WORKERS_H_
#define BATON_RPC_RUNTIME_WORKERS_H_

#include <cstddef>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "baton/mutex.h"

namespace baton::rpc {

// Threads for work that may block. When a timer continues a call, Baton runs
// interceptors, classifiers and observers of the application. An interceptor
// may block, and this must not delay other timers. The timer thread therefore
// only posts the work to these threads.
//
// If all threads are busy, Post() starts a new one, up to a maximum. If there
// is already the maximum of threads, the work waits until one of them is free.
// Thread-safe.
class Workers {
 public:
  Workers();
  explicit Workers(std::size_t most_threads);
  // Runs all posted work, and then ends the threads.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Returns the workers of the process. A forked child gets its own.
  static Workers& Process();

  void Post(std::function<void()> work);

 private:
  void Run();

  const std::size_t most_threads_;
  Mutex mutex_;
  CondVar changed_;
  std::deque<std::function<void()>> work_ ABSL_GUARDED_BY(mutex_);
  std::size_t idle_ ABSL_GUARDED_BY(mutex_) = 0;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  // The destructor joins the threads without holding the lock.
  std::vector<std::thread> threads_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_WORKERS_H_
