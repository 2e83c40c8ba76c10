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

// Threads for work that may block. When a timer continues a call, interceptors,
// classifiers and observers of the application run, and an interceptor may
// block. Such work must not delay other timers. The timer thread therefore only
// posts it here.
//
// Post() starts a thread if all threads are busy, up to a maximum. Work beyond
// the maximum waits for a thread. Thread-safe.
class Workers {
 public:
  Workers();
  explicit Workers(std::size_t most_threads);
  // Runs the posted work first, then ends the threads.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

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
  // The destructor joins them without the lock.
  std::vector<std::thread> threads_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_WORKERS_H_
