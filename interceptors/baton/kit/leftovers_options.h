// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_LEFTOVERS_OPTIONS_H_
#define BATON_KIT_LEFTOVERS_OPTIONS_H_

#include "baton/base/export.h"

#include <string>

#include "absl/time/time.h"
#include "baton/policy/retry_options.h"
#include "baton/stop_reason.h"

namespace BATON_EXPORT baton {

// The options of Leftovers. A value.
struct LeftoversOptions {
  LeftoversOptions() {
    retry.backoff.initial = absl::Milliseconds(50);
    retry.backoff.max = absl::Seconds(5);
  }

  // The name in messages. Not empty.
  std::string name;
  // `max_attempts` counts rounds, including the first. `backoff` has the waits
  // between rounds. `edge_grant` is the grant of a batch that belongs to no
  // request. The policy of the method decides about retries inside a round.
  RetryOptions retry;
  // The time for all rounds and waits. Positive, finite.
  absl::Duration total_time = absl::Minutes(1);
};

// The record of one batch. A value.
struct LeftoversReport {
  // The rounds, including the first.
  int rounds = 0;
  // The number of items that the server has processed.
  int done = 0;
  // The number of items that are left.
  int left = 0;
  // The reason why there was no further round.
  StopReason stop_reason = StopReason::kSucceeded;
  // Whether some of the items that are left may still have taken effect,
  // because the last call failed with an unknown outcome.
  bool outcome_unknown = false;
  // The extra attempts that the batch was allowed to cause.
  int grant = 0;
  // The used part of `grant`.
  int grant_used = 0;
  // The time from the start of the batch to its end.
  absl::Duration lasted = absl::ZeroDuration();
};

}  // namespace baton

#endif  // BATON_KIT_LEFTOVERS_OPTIONS_H_
