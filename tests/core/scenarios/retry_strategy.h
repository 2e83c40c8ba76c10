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

namespace baton::weather {

// How one layer handles one call to the layer below it.
class CallStrategy {
 public:
  virtual ~CallStrategy() = default;

  // The value of `retry-budget` for the next attempt; empty: none.
  virtual std::string StartAttempt() = 0;
  // When the attempt that starts now is late enough to ask Next about it.
  virtual absl::Duration AttemptLimit(absl::Duration remaining) = 0;
  // The attempt has ended, or has reached its limit. The wait before the next
  // attempt, or nullopt: leave it at that.
  virtual std::optional<absl::Duration> Next(const AttemptOutcome& outcome,
                                             MonotonicTime now) = 0;
  // The next attempt was not sent after all.
  virtual void DropNext() {}
  // The call is over. What the layer tells its own caller about retries.
  virtual std::optional<RetryAdvice> Finish(const AttemptOutcome& outcome,
                                            MonotonicTime now) = 0;
};

// How one layer handles all its calls; what they share lives here.
class RetryStrategy {
 public:
  virtual ~RetryStrategy() = default;
  // `retry_budget` is what came in with the request being served.
  virtual std::unique_ptr<CallStrategy> NewCall(const std::string& retry_budget,
                                                Deadline deadline,
                                                MonotonicTime now) = 0;
};

}  // namespace baton::weather

#endif  // BATON_TESTS_CORE_SCENARIOS_RETRY_STRATEGY_H_
