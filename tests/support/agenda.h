// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_AGENDA_H_
#define BATON_TESTS_SUPPORT_AGENDA_H_

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

#include "tests/support/real_time.h"

namespace baton {

// Runs functions at planned times, on a thread of its own. Thread-safe. The
// destructor drops the functions that are not due.
class Agenda {
 public:
  Agenda();
  ~Agenda();
  Agenda(const Agenda&) = delete;
  Agenda& operator=(const Agenda&) = delete;

  // Runs the function after this time. A negative time means at once.
  void After(double milliseconds, std::function<void()> run);

 private:
  void Serve();

  const Stopwatch watch_;
  std::mutex mutex_;  // Guards the following fields.
  std::condition_variable changed_;
  std::multimap<double, std::function<void()>> due_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_AGENDA_H_
