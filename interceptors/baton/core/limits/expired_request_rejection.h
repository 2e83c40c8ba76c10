// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_EXPIRED_REQUEST_REJECTION_H_
#define BATON_CORE_LIMITS_EXPIRED_REQUEST_REJECTION_H_

#include "absl/time/time.h"
#include "baton/core/limits/rolling_ratio.h"
#include "baton/monotonic_time.h"
#include "baton/policy/defaults.h"
#include "baton/policy/method_policy.h"
#include "baton/request_report.h"
#include "baton/server_options.h"

namespace baton::core {

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
