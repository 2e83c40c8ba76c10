// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DEADLINE_REFUSAL_H_
#define BATON_CORE_DEADLINE_REFUSAL_H_

#include "absl/time/time.h"
#include "baton/core/defaults.h"
#include "baton/core/method_policy.h"
#include "baton/core/monotonic_time.h"
#include "baton/core/request_report.h"
#include "baton/core/rolling_ratio.h"

namespace baton::core {

struct DeadlineRefusalOptions {
  // kEnforce: rejects requests. kObserve: counts the requests that would be
  // rejected, and serves them.
  Mode mode = Mode::kObserve;
  // A request is hopeless if it arrives with this much time left or less. Zero
  // or positive, finite. Zero: only expired requests are rejected.
  absl::Duration hopeless = absl::ZeroDuration();
  // The maximum ratio of rejected requests. A wrong clock, here or at a caller,
  // must not cause the rejection of all requests. (0, 1].
  double max_share = defaults::kExpiredRefusalShare;
  // The rolling window of this ratio. Positive, finite.
  absl::Duration window = defaults::kExpiredRefusalWindow;
};

// Decides whether a request is still worth serving. No client waits for the
// response to an expired request. An overloaded server that skips such requests
// can serve others in time.
//
// One per server. Thread-safe and lock-free. Requests that are judged at the
// same moment may exceed the ratio by their number.
class DeadlineRefusal {
 public:
  struct Verdict {
    RequestRefusal refusal = RequestRefusal::kNone;
    // The rejection is only recorded, and the handler runs.
    bool only_observed = false;
  };

  explicit DeadlineRefusal(const DeadlineRefusalOptions& options)
      : options_(options), requests_(options.window) {}

  // Judges a request that arrived with `remaining` left of its deadline.
  // `remaining` is infinite without a deadline. Call once for each request.
  Verdict OnRequest(absl::Duration remaining, MonotonicTime now);

 private:
  const DeadlineRefusalOptions options_;
  RollingRatio requests_;
};

}  // namespace baton::core

#endif  // BATON_CORE_DEADLINE_REFUSAL_H_
