// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_EXPIRED_REQUEST_REJECTION_H_
#define BATON_CORE_LIMITS_EXPIRED_REQUEST_REJECTION_H_

#include "absl/time/time.h"
#include "baton/core/limits/rolling_ratio.h"
#include "baton/core/policy/defaults.h"
#include "baton/core/policy/method_policy.h"
#include "baton/core/policy/monotonic_time.h"
#include "baton/core/report/request_report.h"

namespace baton::core {

struct DeadlineRefusalOptions {
  // kObserve: requests that would be refused are counted and served.
  Mode mode = Mode::kObserve;
  // A request that has no more time than this left when it arrives is
  // hopeless. Zero or positive, finite; zero: only expired ones are refused.
  absl::Duration hopeless = absl::ZeroDuration();
  // Not more than this share of the requests is refused: a clock that is
  // wrong, or a caller that is, must not turn everybody away. (0, 1].
  double max_share = defaults::kExpiredRefusalShare;
  // The share is taken over this long. Positive, finite.
  absl::Duration window = defaults::kExpiredRefusalWindow;
};

// Is it still worth beginning to serve a request? Nobody waits for the answer
// to one that has expired, and a server with too much to do serves those it
// can still help by not serving those.
//
// One per server. Thread-safe and lock-free; requests that are judged at the
// same moment may exceed the share by their number.
class DeadlineRefusal {
 public:
  struct Verdict {
    RequestRefusal refusal = RequestRefusal::kNone;
    // There is a refusal, and the handler is to run all the same.
    bool only_observed = false;
  };

  explicit DeadlineRefusal(const DeadlineRefusalOptions& options)
      : options_(options), requests_(options.window) {}

  // A request has arrived with `remaining` of its deadline left: infinite if it
  // has none. Once for each request.
  Verdict OnRequest(absl::Duration remaining, MonotonicTime now);

 private:
  const DeadlineRefusalOptions options_;
  RollingRatio requests_;
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_EXPIRED_REQUEST_REJECTION_H_
