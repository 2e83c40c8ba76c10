// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_RETRY_BREAKERS_H_
#define BATON_CORE_LIMITS_RETRY_BREAKERS_H_

#include <atomic>

#include "baton/core/limits/retry_breaker.h"
#include "baton/monotonic_time.h"

namespace baton::core {

// The breaker of one method of one target. Thread-safe and lock-free.
struct MethodBreaker {
  // Adds a failure in a row if there are fewer than `max`. Returns whether it
  // did.
  bool AddInRow(int max);
  // Takes back what AddInRow() added.
  void RemoveInRow();

  RetryBreaker breaker{RetryBreaker::kOfMethod};
  // The latest failures without a success between them that the target counted,
  // up to RetryBreakers::kMaxForTarget.
  std::atomic<int> failures_in_row{0};
};

// The two breakers that a retry needs: the breaker of its method, and the
// breaker of its target. Both must allow it. A method that always fails opens
// its own breaker only. A target that fails opens its own breaker, so that each
// of its methods stops after its first failures.
//
// A value that refers to the breakers. A breaker that is missing allows all
// retries.
class RetryBreakers {
 public:
  // The number of failures in a row that one method adds to the count of its
  // target. One success of the method subtracts as many. One method alone can
  // therefore not open the breaker of its target.
  static constexpr int kMaxForTarget = RetryBreaker::kSuccess;

  // No breakers.
  RetryBreakers() = default;
  // The breaker of a target only, for retries that belong to no method. It must
  // outlive this object.
  explicit RetryBreakers(RetryBreaker& target) : target_(&target) {}
  // The breakers of a method and its target. Both must outlive this object.
  RetryBreakers(MethodBreaker& method, RetryBreaker& target)
      : method_(&method), target_(&target) {}

  bool AllowRetries(MonotonicTime now) const {
    return (method_ == nullptr || method_->breaker.AllowsRetries(now)) &&
           (target_ == nullptr || target_->AllowsRetries(now));
  }

  // Records the end of any attempt of the method that failed. Needs both
  // breakers, otherwise it changes nothing.
  void OnFailure(const AttemptFailed& attempt) const;
  // Records the end of any attempt of the method that showed health (see
  // final_result.h), or the first message of a stream. `started` is the start
  // of the attempt. Needs both breakers.
  void OnSuccess(MonotonicTime started, MonotonicTime now) const;

 private:
  MethodBreaker* method_ = nullptr;
  RetryBreaker* target_ = nullptr;
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_RETRY_BREAKERS_H_
