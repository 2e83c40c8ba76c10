// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_WORKERS_H_
#define BATON_RPC_RUNTIME_WORKERS_H_

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace baton::rpc {

// Threads for what must not be held up and may hold up others: when a timer
// moves a call along, interceptors, classifiers and observers of the user's
// run, and an interceptor may well block. So the timer's thread only hands the
// work over.
//
// Threads are started as they are needed: an idle one takes the work, and only
// if all are busy there is another, up to a bound. Beyond it work waits.
// Thread-safe.
class Workers {
 public:
  Workers();
  explicit Workers(std::size_t most_threads);
  // Does what was handed over first.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  static Workers& Process();

  void Post(std::function<void()> work);

 private:
  void Run();

  const std::size_t most_threads_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::deque<std::function<void()>> work_;
  std::size_t idle_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_WORKERS_H_
