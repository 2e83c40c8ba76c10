// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_SIGNAL_H_
#define BATON_TESTS_SUPPORT_SIGNAL_H_

#include <condition_variable>
#include <mutex>

#include "absl/time/time.h"
#include "tests/support/patience.h"

namespace baton {

// A signal that a thread gives and other threads wait for.
class Signal {
 public:
  void Give() {
    std::lock_guard<std::mutex> lock(mutex_);
    given_ = true;
    changed_.notify_all();
  }

  // Returns false after the timeout.
  bool Await(absl::Duration bound = kPatience) {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_for(lock, absl::ToChronoNanoseconds(bound),
                             [this] { return given_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool given_ = false;
};

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_SIGNAL_H_
