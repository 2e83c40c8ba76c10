// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_RETRY_UNIT_OPTIONS_H_
#define BATON_KIT_RETRY_UNIT_OPTIONS_H_

#include "baton/base/export.h"

#include <functional>
#include <memory>
#include <string>

#include "absl/time/time.h"
#include "baton/classifier.h"
#include "baton/kit/unit_attempt.h"
#include "baton/policy/retry_options.h"
#include "baton/telemetry_interface.h"

namespace BATON_EXPORT baton {

// The result of a function that verifies whether a run took effect.
enum class Verified {
  kDone,     // the unit has succeeded
  kNotDone,  // nothing of the run took effect, so it may be replayed
  kUnknown,  // the function could not find out
};

// The options of a RetryUnit. A value.
struct RetryUnitOptions {
  // The name in messages, reports and spans. Not empty.
  std::string name;
  // The unit's own policy: `max_attempts` counts runs, the classifier decides
  // which failures are replayed, and `edge_grant` is the grant of a unit that
  // belongs to no request. The policies of the calls decide nothing about
  // replays.
  RetryOptions retry;
  // The time for all runs, waits and verifications. It is also the longest time
  // of each member. Positive, finite. A request that the unit belongs to can
  // shorten it.
  absl::Duration total_time = absl::Seconds(30);
  // If not null: finds out whether a failed run took effect, if a replay could
  // do harm. Its calls make one attempt each, like the calls of the body.
  std::function<Verified(const UnitAttempt&)> verify;
  // The policy of `verify`: it runs again after kUnknown. `max_attempts` counts
  // all of its runs for one unit.
  RetryOptions verify_retry;
  // Replaces the classifier in `retry`. Null: `retry.classifier` applies.
  std::shared_ptr<const Classifier> classifier;
  // Creates a span for the unit, with a span for each run. Null: no spans.
  std::shared_ptr<Telemetry> telemetry;
};

}  // namespace baton

#endif  // BATON_KIT_RETRY_UNIT_OPTIONS_H_
