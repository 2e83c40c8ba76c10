// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_SCENARIOS_RETRY_STRATEGY_H_
#define BATON_TESTS_CORE_SCENARIOS_RETRY_STRATEGY_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/core/policy/deadline_policy.h"
#include "baton/deadline.h"
#include "baton/monotonic_time.h"
#include "baton/retry_advice.h"

namespace baton::scenarios {

// How one layer handles one call to the next layer.
class CallStrategy {
 public:
  virtual ~CallStrategy() = default;

  // Returns the value of `retry-budget` for the next attempt. Empty: no header.
  virtual std::string StartAttempt(MonotonicTime now) = 0;
  // Returns the time after which the current attempt has timed out and Next()
  // is called for it.
  virtual absl::Duration AttemptTimeout(absl::Duration remaining) = 0;
  // Called when the attempt has ended or has timed out. Returns the wait before
  // the next attempt, or nullopt for no further attempt.
  virtual std::optional<absl::Duration> Next(const AttemptOutcome& outcome,
                                             MonotonicTime now) = 0;
  // Called if the next attempt was not sent.
  virtual void CancelNext() {}
  // Called when the call is over. Returns the advice of the layer to its
  // caller.
  virtual std::optional<RetryAdvice> Finish(const AttemptOutcome& outcome,
                                            MonotonicTime now) = 0;
};

// How one layer handles all its calls. Owns the state that they share.
class RetryStrategy {
 public:
  virtual ~RetryStrategy() = default;
  // `retry_budget` is the header of the request that is being served.
  virtual std::unique_ptr<CallStrategy> NewCall(const std::string& retry_budget,
                                                Deadline deadline,
                                                MonotonicTime now) = 0;
};

}  // namespace baton::scenarios

#endif  // BATON_TESTS_CORE_SCENARIOS_RETRY_STRATEGY_H_
