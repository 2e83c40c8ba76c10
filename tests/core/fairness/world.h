// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_FAIRNESS_WORLD_H_
#define BATON_TESTS_CORE_FAIRNESS_WORLD_H_

#include "absl/time/time.h"

namespace baton::fairness {

// Describes one client process, and one target with room for all its calls. The
// calls arrive at random times, and attempts fail at random. Retries cannot
// overload the target, so that each cell shows one thing only.
struct World {
  // The healthy methods, and the calls to all of them together.
  int methods = 1;
  double calls_per_second = 70;
  // How unevenly the methods are called. 0: equally often. 1: method n is
  // called 1/n as often as the first one.
  double unevenness = 0;

  // Further methods that fail, and the calls to all of them together.
  int failing_methods = 0;
  double failing_calls_per_second = 0;
  // The ratio of their attempts that fail. With `whole_calls_fail`, the ratio
  // of their calls that fail with every attempt.
  double fail_ratio = 1;
  bool whole_calls_fail = false;

  // The time until an attempt succeeds or fails.
  absl::Duration success_takes = absl::Milliseconds(5);
  absl::Duration failure_takes = absl::Milliseconds(5);

  // The ratio of attempts of the healthy methods that fail: always, from
  // `outage_from` to `outage_to`, and from then on.
  double ratio_before = 0;
  double ratio_during = 1;
  double ratio_after = 0;
  absl::Duration outage_from = absl::InfiniteDuration();
  absl::Duration outage_to = absl::InfiniteDuration();

  absl::Duration length = absl::Seconds(90);
};

// The limits of retries.
enum class Limits {
  kBaton,
  // Baton with a planted defect each.
  kWithoutBreakers,
  kWithoutAccounts,
};

}  // namespace baton::fairness

#endif  // BATON_TESTS_CORE_FAIRNESS_WORLD_H_
