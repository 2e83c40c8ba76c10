// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_EXPIRED_REQUEST_REJECTION_H_
#define BATON_CORE_LIMITS_EXPIRED_REQUEST_REJECTION_H_

#include "absl/time/time.h"
#include "baton/core/limits/rolling_ratio.h"
#include "baton/monotonic_time.h"
#include "baton/policy/request_limit_options.h"
#include "baton/request_report.h"

namespace baton::core {

// Decides whether a server rejects a request because too little time is left.
// No client waits for the response to an expired request. An overloaded server
// that rejects such requests has more time for other requests.
//
// There is one object for each server. Thread-safe and lock-free. If n threads
// call OnRequest() at the same time, the server may reject up to n requests
// more than the maximum ratio allows.
class ExpiredRequestRejection {
 public:
  struct Verdict {
    RequestRejection rejection = RequestRejection::kNone;
    // Whether the rejection is only recorded and the handler runs.
    bool only_observed = false;
  };

  // Decides about a request that arrived with `remaining` time until its
  // deadline. `remaining` is infinite without a deadline. A reload of the
  // policy may change `options`. Call it once for each request.
  Verdict OnRequest(const ExpiredRequestOptions& options,
                    absl::Duration remaining, MonotonicTime now);

 private:
  RollingRatio requests_;
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_EXPIRED_REQUEST_REJECTION_H_
