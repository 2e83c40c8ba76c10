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

struct RetryShareOptions {
  // The maximum ratio of retries to first attempts, and so the maximum extra
  // load. Above it, the gate closes unless enough retries succeed. (0, 1]. 1:
  // the gate never closes.
  double max_share = defaults::kRetryShareRatio;
  // The rolling window of the ratios. Positive, finite.
  absl::Duration window = defaults::kRetryShareWindow;
  // With fewer requests than this in the window, the gate stays open.
  int min_requests = defaults::kRetryShareMinRequests;
  // The gate stays open while at least this ratio of the retries succeeds. It
  // takes `min_requests` unsuccessful retries beyond this ratio to close it.
  // Three retries within the latest tenth of the window open it again, if this
  // ratio of them succeeds. [0, 1]. 0: the gate never closes.
  double helpful_ratio = defaults::kRetryShareHelpfulRatio;
};

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

struct ServerOptions {
  // What is made of the budgets that requests bring.
  ListenerOptions listener;
  // If not null, the `listener` section of its policy counts in place of the
  // one above. It is read anew by each request.
  std::shared_ptr<PolicySource> policy_source;
  // When retries among the requests are too many, failures are answered with
  // r=no, w=overload.
  RetryShareOptions retry_share;
  // Requests whose deadline has passed, or nearly, when they arrive: counted,
  // or not served.
  DeadlineRefusalOptions deadline_refusal;
  // Spans and metrics of every request; OpenTelemetry() of baton/telemetry.h
  // makes one. To be the same as the channels have, so that the calls of a
  // handler are found below its request. Null: none.
  std::shared_ptr<Telemetry> telemetry;
  // Sees every request, after `telemetry`. Null: nobody does. Several are made
  // one by CombineRequestObservers().
  std::shared_ptr<RequestObserverFactory> observers;
  // Counts the requests; may be shared by servers. Null: nobody counts.
  std::shared_ptr<ServerCounters> counters;
};

}  // namespace baton

#endif  // BATON_SERVER_OPTIONS_H_
