// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_RETRY_BREAKER_H_
#define BATON_CORE_LIMITS_RETRY_BREAKER_H_

#include <atomic>
#include <cstdint>

#include "absl/time/time.h"
#include "baton/monotonic_time.h"

namespace baton::core {

// An attempt that failed.
struct AttemptFailed {
  MonotonicTime started;
  MonotonicTime ended;
  // Whether there was no connection at its end: see AttemptOutcome.
  bool connection_lost = false;
};

// Counts the recent failures of one method or of one target, and blocks retries
// while there are many. First attempts are always sent. They show when the
// target is back: one success closes the breaker again.
//
// A failed attempt adds 1 to the count, and a successful one subtracts 3. With
// failures that are independent of each other, up to about 60 % of all
// attempts, the count stays low. In an outage it rises to the limit with the
// first few calls.
//
// Attempts that were in flight together count as one group, and only the first
// few failures of a group count. Calls that fail together because one
// connection broke can therefore not open the breaker. It takes a failure of an
// attempt that started after the first failures were known, or a failure that
// comes kGroupLasts later: calls that fail because of one connection do so at
// once. A call can still start on a connection that is breaking. If it fails
// without a connection, it belongs to the group as well.
//
// After a minute without an attempt the count is zero, so that a job that runs
// once an hour is not judged by its last run. Thread-safe and lock-free. While
// nothing fails, OnSuccess() and AllowsRetries() write nothing.
class RetryBreaker {
 public:
  struct Limits {
    // The count at which the breaker opens. It rises no further, so that one
    // success closes the breaker, and a few failures later are allowed again.
    int opens_at;
    // The failures of one group that count.
    int max_per_group;
  };
  static constexpr Limits kOfMethod = {5, 4};
  // Each method adds only a few failures to the count of its target.
  static constexpr Limits kOfTarget = {8, 7};
  // The number that one success subtracts from the count.
  static constexpr int kSuccess = 3;
  // The longest time between the failures of one group.
  static constexpr absl::Duration kGroupLasts = absl::Milliseconds(100);
  // The time without an attempt after which the count is zero.
  static constexpr absl::Duration kForgetAfter = absl::Minutes(1);

  explicit RetryBreaker(const Limits& limits);
  RetryBreaker(const RetryBreaker&) = delete;
  RetryBreaker& operator=(const RetryBreaker&) = delete;

  // Returns whether retries may be sent: whether the breaker is closed.
  bool AllowsRetries(MonotonicTime now) const {
    return failures_.load(std::memory_order_relaxed) < limits_.opens_at ||
           IsForgotten(now);
  }

  // Returns whether no attempt ended in the kForgetAfter before this time, so
  // that the count is zero. The end of an attempt asks about its start: an
  // attempt that takes long is no time without one.
  bool IsForgotten(MonotonicTime time) const;

  // Records the end of an attempt that failed. Returns whether this failure
  // counts.
  bool OnFailure(const AttemptFailed& attempt);
  // Records the end of an attempt that changes no count.
  void OnOther(MonotonicTime started, MonotonicTime now);
  // Records the end of an attempt that succeeded.
  void OnSuccess(MonotonicTime started, MonotonicTime now);

 private:
  bool Counts(const AttemptFailed& attempt);

  const Limits limits_;
  std::atomic<int> failures_{0};
  // The failures that count in the current group. All attempts that started
  // before `group_ends_ns_`, the time of its first failure, belong to it, and
  // attempts that lost the connection.
  std::atomic<int> in_group_{0};
  std::atomic<int64_t> group_ends_ns_;
  // The end of the latest attempt. Not updated by successes while the count is
  // zero.
  std::atomic<int64_t> latest_ns_{0};
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_RETRY_BREAKER_H_
