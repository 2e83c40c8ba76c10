// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_LATE_ATTEMPTS_WORLD_H_
#define BATON_TESTS_CORE_LATE_ATTEMPTS_WORLD_H_

#include <functional>
#include <limits>
#include <vector>

#include "absl/time/time.h"
#include "baton/core/policy/random.h"

namespace baton::late_attempts {

// The time of work of a request whose work begins at a time since the start of
// the run.
using Work = std::function<absl::Duration(absl::Duration since_start,
                                          core::UniformSource& draws)>;

// Returns work that takes `mean`, uniformly distributed from
// `mean * (1 - spread)` to `mean * (1 + spread)`.
inline Work About(absl::Duration mean, double spread) {
  return [mean, spread](absl::Duration, core::UniformSource& draws) {
    return mean * (1 + spread * (2 * draws.Next() - 1));
  };
}

// A fault of the first `replicas` replicas.
struct Fault {
  enum class Kind {
    kStopped,  // they do nothing, as after SIGSTOP, and continue at `to`
    kSlow,     // their work takes `factor` times as long
  };
  Kind kind = Kind::kStopped;
  int replicas = 1;
  absl::Duration from;
  absl::Duration to = absl::InfiniteDuration();
  double factor = 1;
};

// Client processes and one target with several replicas and one method. All
// calls are idempotent.
struct World {
  int replicas = 3;
  // The requests that each replica works on at the same time.
  int workers = std::numeric_limits<int>::max();
  // The requests that may wait at each replica. It rejects others with
  // UNAVAILABLE.
  int queue_limit = std::numeric_limits<int>::max();
  // Whether the replicas drop cancelled work, and announce that they do.
  bool drops_cancelled_work = true;
  Work work = About(absl::Milliseconds(20), 0);
  // The ratio of answers that never arrive.
  double lost_answer_ratio = 0;
  std::vector<Fault> faults;

  int clients = 1;
  double calls_per_second = 70;  // of all clients together
  absl::Duration deadline = absl::Seconds(1);
  absl::Duration length = absl::Seconds(60);
};

}  // namespace baton::late_attempts

#endif  // BATON_TESTS_CORE_LATE_ATTEMPTS_WORLD_H_
