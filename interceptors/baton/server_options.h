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
  // How the server treats the `retry-budget` headers of its requests.
  ListenerOptions listener;
  // If not null, the `listener` section of its policy replaces `listener`. Each
  // request reads it.
  std::shared_ptr<PolicySource> policy_source;
  // Limits the retries among the requests. Above the limit the server answers
  // failures with r=no, w=overload.
  RetryShareOptions retry_share;
  // Requests whose deadline has passed, or almost passed, when they arrive. The
  // server counts or rejects them.
  DeadlineRefusalOptions deadline_refusal;
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
