// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_SERVER_OPTIONS_H_
#define BATON_SERVER_OPTIONS_H_

#include <memory>

#include "absl/time/time.h"
#include "baton/policy/defaults.h"
#include "baton/policy/inbound_grant_options.h"
#include "baton/policy/method_policy.h"
#include "baton/policy/policy_source.h"
#include "baton/request_observer.h"
#include "baton/server_counters.h"
#include "baton/telemetry_interface.h"

namespace baton {

// The settings of a server's limit on retries. While its gate is closed, the
// server advises clients not to retry.
struct RetryRatioLimitOptions {
  // The maximum ratio of retries to first attempts, and so the maximum extra
  // load. Above it, the gate closes unless enough retries succeed. (0, 1]. 1:
  // the gate never closes.
  double max_ratio = defaults::kRetryRatioMax;
  // The rolling window of the ratios. Positive, finite.
  absl::Duration window = defaults::kRetryRatioWindow;
  // With fewer requests than this in the window, the gate stays open.
  int min_requests = defaults::kRetryRatioMinRequests;
  // The gate stays open while at least this ratio of the retries succeeds. It
  // takes `min_requests` unsuccessful retries beyond this ratio to close it.
  // Three retries within the latest tenth of the window open it again, if this
  // ratio of them succeeds. [0, 1]. 0: the gate never closes.
  double min_success_ratio = defaults::kRetryRatioMinSuccessRatio;
};

// The settings for requests that arrive with too little time left.
struct ExpiredRequestOptions {
  // kEnforce: rejects requests. kObserve: counts the requests that would be
  // rejected, and serves them.
  Mode mode = Mode::kObserve;
  // The server rejects a request that arrives with this much time left or less.
  // Zero or positive, finite. Zero: it rejects only expired requests.
  absl::Duration min_remaining = absl::ZeroDuration();
  // The maximum ratio of rejected requests. A wrong clock, here or at a caller,
  // must not cause the rejection of all requests. (0, 1].
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

// The options of a server. A value.
struct ServerOptions {
  // How the server treats the `retry-budget` headers of its requests.
  InboundGrantOptions inbound_grant;
  // If not null, the `inbound_grant` section of its policy replaces
  // `inbound_grant`. Each request reads it.
  std::shared_ptr<PolicySource> policy_source;
  // Limits the retries among the requests. Above the limit the server answers
  // failures with r=no, w=overload.
  RetryRatioLimitOptions retry_ratio_limit;
  // Requests whose deadline has passed, or almost passed, when they arrive. The
  // server counts or rejects them.
  ExpiredRequestOptions expired_requests;
  // Requests that are already cancelled when their handler would start. The
  // server counts or rejects them.
  CancelledRequestOptions cancelled_requests;
  // Receives spans and metrics of every request. OpenTelemetry() of
  // baton/telemetry.h creates it. Use the same object for the channels, so that
  // the calls of a handler appear below its request. Null: none.
  std::shared_ptr<Telemetry> telemetry;
  // Observes every request, after `telemetry`. CombineRequestObservers()
  // combines several observers. Null: none.
  std::shared_ptr<RequestObserverFactory> observers;
  // Counts the requests. Several servers may share it. Null: no counters.
  std::shared_ptr<ServerCounters> counters;
};

}  // namespace baton

#endif  // BATON_SERVER_OPTIONS_H_
