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
  // With more retries than this for each request that is none, the gate is
  // closed, so that it is also the extra load that it lets through. (0, 1]; 1:
  // it never closes.
  double max_share = defaults::kRetryShareRatio;
  // The share is taken over this long. Positive, finite.
  absl::Duration window = defaults::kRetryShareWindow;
  // With fewer requests than this in the window nothing is concluded.
  int min_requests = defaults::kRetryShareMinRequests;
  // While at least this share of the retries succeed, they are what is wanted,
  // and the gate stays open; it takes `min_requests` in vain beyond that to
  // close it, and three within the latest tenth of the window, this share of
  // which succeed, to open it again. [0, 1]; 0: it never closes.
  double helpful_ratio = defaults::kRetryShareHelpfulRatio;
};

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
