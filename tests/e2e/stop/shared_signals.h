// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_E2E_STOP_SHARED_SIGNALS_H_
#define BATON_TESTS_E2E_STOP_SHARED_SIGNALS_H_

#include <semaphore.h>

#include <cerrno>

#include "tests/e2e/stop/machine_time.h"
#include "tests/e2e/stop/shared_memory.h"

namespace baton::e2e {

// Signals that one process gives and other processes take. Must be created
// before these processes are forked.
class SharedSignals {
 public:
  SharedSignals() { sem_init(&*given_, /*pshared=*/1, 0); }
  SharedSignals(const SharedSignals&) = delete;
  SharedSignals& operator=(const SharedSignals&) = delete;

  void Give(int count = 1) const {
    for (int i = 0; i < count; ++i) sem_post(&*given_);
  }

  // Waits for `count` signals until `limit`, and takes them. Returns false
  // after the limit.
  bool Take(Nanos limit, int count = 1) const {
    const timespec until = {limit / kSecond, limit % kSecond};
    while (count > 0) {
      if (sem_clockwait(&*given_, CLOCK_MONOTONIC, &until) == 0) {
        --count;
      } else if (errno != EINTR) {
        return false;
      }
    }
    return true;
  }

 private:
  const SharedMemory<sem_t> given_{1};
};

}  // namespace baton::e2e

#endif  // BATON_TESTS_E2E_STOP_SHARED_SIGNALS_H_
