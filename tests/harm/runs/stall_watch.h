// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_HARM_RUNS_STALL_WATCH_H_
#define BATON_TESTS_HARM_RUNS_STALL_WATCH_H_

#include <condition_variable>
#include <mutex>
#include <thread>

namespace baton::harm {

// Measures stalls of the machine: a thread wakes up each two milliseconds, and
// notes how late it was.
class StallWatch {
 public:
  StallWatch();
  ~StallWatch();
  StallWatch(const StallWatch&) = delete;
  StallWatch& operator=(const StallWatch&) = delete;

  // Returns the longest stall up to now, in milliseconds.
  double Longest();

 private:
  void Serve();

  std::mutex mutex_;  // Guards the following fields.
  std::condition_variable changed_;
  bool stopping_ = false;
  double longest_ = 0;
  std::thread thread_;
};

}  // namespace baton::harm

#endif  // BATON_TESTS_HARM_RUNS_STALL_WATCH_H_
