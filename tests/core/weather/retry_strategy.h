// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_WEATHER_RETRY_STRATEGY_H_
#define BATON_TESTS_CORE_WEATHER_RETRY_STRATEGY_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/time/time.h"
#include "baton/core/attempt_outcome.h"
#include "baton/core/deadline.h"
#include "baton/core/monotonic_time.h"
#include "baton/core/retry_advice.h"

namespace baton::weather {

// How one layer handles one call to the next layer.
class CallStrategy {
 public:
  virtual ~CallStrategy() = default;

  // Returns the value of `retry-budget` for the next attempt. Empty: no header.
  virtual std::string StartAttempt() = 0;
  // Returns the time after which the current attempt has timed out and Next()
  // is called for it.
  virtual absl::Duration AttemptLimit(absl::Duration remaining) = 0;
  // Called when the attempt has ended or has timed out. Returns the wait before
  // the next attempt, or nullopt for no further attempt.
  virtual std::optional<absl::Duration> Next(
      const core::AttemptOutcome& outcome, core::MonotonicTime now) = 0;
  // Called if the next attempt was not sent.
  virtual void DropNext() {}
  // Called when the call is over. Returns the advice of the layer to its
  // caller.
  virtual std::optional<core::RetryAdvice> Finish(
      const core::AttemptOutcome& outcome, core::MonotonicTime now) = 0;
};

// How one layer handles all its calls. Owns the state that they share.
class RetryStrategy {
 public:
  virtual ~RetryStrategy() = default;
  // `retry_budget` is the header of the request that is being served.
  virtual std::unique_ptr<CallStrategy> NewCall(const std::string& retry_budget,
                                                core::Deadline deadline,
                                                core::MonotonicTime now) = 0;
};

}  // namespace baton::weather

#endif  // BATON_TESTS_CORE_WEATHER_RETRY_STRATEGY_H_
