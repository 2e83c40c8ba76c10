// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_CALLS_ATTEMPT_LOG_H_
#define BATON_TESTS_SUPPORT_CALLS_ATTEMPT_LOG_H_

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "tests/support/calls/seen_attempt.h"
#include "tests/support/patience.h"

namespace baton {

// The attempts that a server has seen, with functions to wait for them.
// Thread-safe.
class AttemptLog {
 public:
  // Numbers the attempt and stores it. Returns the number.
  int Begin(SeenAttempt attempt);

  // Updates the fields that can have changed since Begin().
  void End(int number, SeenAttempt end);

  int size() const;
  std::vector<SeenAttempt> All() const;

  // Wait until the n-th attempt (from 1) has arrived or ended, and return a
  // copy. After `bound` they fail the test and return the current state.
  SeenAttempt AwaitAttempt(int number, absl::Duration bound = kPatience) const;
  SeenAttempt AwaitEnd(int number, absl::Duration bound = kPatience) const;

 private:
  SeenAttempt Await(int number, absl::Duration bound, const std::string& what,
                    const std::function<bool(const SeenAttempt&)>& is) const;

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::vector<SeenAttempt> attempts_;
};

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_ATTEMPT_LOG_H_
