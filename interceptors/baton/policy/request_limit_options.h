// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_REQUEST_LIMIT_OPTIONS_H_
#define BATON_POLICY_REQUEST_LIMIT_OPTIONS_H_

#include "baton/base/export.h"

#include "absl/time/time.h"
#include "baton/policy/defaults.h"
#include "baton/policy/method_policy.h"

namespace BATON_EXPORT baton {

// The settings of the limit that a server sets on retries. Each method has a
// limit of its own, and so has each of the `trusted_identities` of
// `inbound_grant` for each method. While a limit applies, the server advises
// clients not to retry failed requests. Only trusted callers can make it apply.
struct RetryRatioLimitOptions {
  // The maximum ratio of retries to first attempts, and so the maximum extra
  // load by retries. Above this ratio, the limit applies, unless enough retries
  // succeed (see `min_success_ratio`). Above 0, at most 1. 1: the limit never
  // applies.
  double max_ratio = defaults::kRetryRatioMax;
  // The length of the rolling window for all ratios. Positive, finite.
  absl::Duration window = defaults::kRetryRatioWindow;
  // With fewer requests than this number in the window, the limit does not
  // apply. At least 1.
  int min_requests = defaults::kRetryRatioMinRequests;
  // The limit can apply only if at most this ratio of the retries in the window
  // succeeded. The server ignores `min_requests` failed retries in this check.
  // The limit ends if at least this ratio of the latest retries succeeds, and
  // if there are at least three of them. The latest retries are those in the
  // last one to two tenths of the window. 0 to 1. 0: the limit never applies.
  double min_success_ratio = defaults::kRetryRatioMinSuccessRatio;
};

// The settings for requests that arrive when their deadline has passed or
// almost passed.
struct ExpiredRequestOptions {
  // kEnforce: the server rejects such requests. kObserve: the server counts
  // them and runs their handlers.
  Mode mode = Mode::kObserve;
  // The server rejects a request if at most this time is left when the request
  // arrives. Zero or positive, finite. Zero: the server rejects only requests
  // whose deadline has passed.
  absl::Duration min_remaining = absl::ZeroDuration();
  // The maximum ratio of rejected requests to all requests. If the clock of the
  // server or of a client is wrong, this limit keeps the server from rejecting
  // all requests. Above 0, at most 1.
  double max_rejected_ratio = defaults::kExpiredRequestMaxRejectedRatio;
  // The rolling window of this ratio. Positive, finite.
  absl::Duration window = defaults::kExpiredRequestWindow;
};

// The settings for requests that are already cancelled when their handler would
// start. gRPC discards the response to a cancelled request.
struct CancelledRequestOptions {
  // kEnforce: Baton does not start a synchronous handler of such a request, and
  // tells participating clients so. kObserve: counts the request and starts the
  // handler.
  Mode mode = Mode::kEnforce;
  // Declares that the application does not start work for cancelled requests.
  // For callback handlers, completion queues and generic services, where Baton
  // cannot do it. Their responses then state it, too.
  bool dropped_by_application = false;
};

}  // namespace baton

#endif  // BATON_POLICY_REQUEST_LIMIT_OPTIONS_H_
