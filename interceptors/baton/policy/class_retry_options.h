// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_CLASS_RETRY_OPTIONS_H_
#define BATON_POLICY_CLASS_RETRY_OPTIONS_H_

#include "baton/base/export.h"

#include <optional>

#include "absl/time/time.h"
#include "baton/policy/backoff_options.h"

namespace BATON_EXPORT baton {

// The retries after failures of one class. These options replace the general
// options of the method. The retries use the grant and the process budget like
// all others.
struct ClassRetryOptions {
  // The waits before retries. `initial` is positive.
  BackoffOptions backoff;
  // After a failure of this class: attempts of the call, including the first. 1
  // to 10. 1: no retry after such a failure. More than 5 require an
  // `edge_grant` of at least `max_attempts` - 1. Not set: `retry.max_attempts`.
  // If `retry.max_attempts` is 1, there are no retries.
  std::optional<int> max_attempts;
  // The maximum time between the first failure of this class and the start of a
  // retry after such a failure. `retry.max_retry_time` also applies. Positive.
  // Infinite: only `retry.max_retry_time` applies.
  absl::Duration max_time = absl::InfiniteDuration();

  // Returns the defaults after a target reported overload: long waits.
  static ClassRetryOptions Throttled();
  // Returns the defaults after contention: short waits, and a short time.
  static ClassRetryOptions Contention();
};

}  // namespace baton

#endif  // BATON_POLICY_CLASS_RETRY_OPTIONS_H_
