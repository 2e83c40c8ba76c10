// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/calls/attempt_log.h"

#include <cstddef>
#include <utility>

#include "gtest/gtest.h"

namespace baton {

int AttemptLog::Begin(SeenAttempt attempt) {
  std::lock_guard<std::mutex> lock(mutex_);
  const int number = static_cast<int>(attempts_.size()) + 1;
  attempt.number = number;
  attempts_.push_back(std::move(attempt));
  changed_.notify_all();
  return number;
}

void AttemptLog::End(int number, SeenAttempt end) {
  std::lock_guard<std::mutex> lock(mutex_);
  SeenAttempt& attempt = attempts_[number - 1];
  attempt.ended = true;
  attempt.cancelled = end.cancelled;
  attempt.ended_after = end.ended_after;
  attempt.payloads = std::move(end.payloads);
  attempt.half_closed = end.half_closed;
  changed_.notify_all();
}

int AttemptLog::size() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return static_cast<int>(attempts_.size());
}

std::vector<SeenAttempt> AttemptLog::All() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return attempts_;
}

SeenAttempt AttemptLog::AwaitAttempt(int number, absl::Duration bound) const {
  return Await(number, bound, "arrive",
               [](const SeenAttempt&) { return true; });
}

SeenAttempt AttemptLog::AwaitEnd(int number, absl::Duration bound) const {
  return Await(number, bound, "end",
               [](const SeenAttempt& attempt) { return attempt.ended; });
}

SeenAttempt AttemptLog::Await(
    int number, absl::Duration bound, const std::string& what,
    const std::function<bool(const SeenAttempt&)>& is) const {
  std::unique_lock<std::mutex> lock(mutex_);
  const std::size_t count = static_cast<std::size_t>(number);
  const bool came = changed_.wait_for(
      lock, absl::ToChronoMilliseconds(bound),
      [&] { return attempts_.size() >= count && is(attempts_[count - 1]); });
  if (!came) {
    ADD_FAILURE() << "attempt " << number << " did not " << what << " within "
                  << bound << "; the server saw " << attempts_.size();
  }
  return attempts_.size() >= count ? attempts_[count - 1] : SeenAttempt();
}

}  // namespace baton
