// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_REQUEST_REPORT_H_
#define BATON_REQUEST_REPORT_H_

#include "baton/base/export.h"

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/idempotency/replay_options.h"
#include "baton/inbound_grant.h"
#include "baton/retry_advice.h"

namespace BATON_EXPORT baton {

// The reason why the server rejects a request before its handler runs.
enum class RequestRejection {
  kNone,
  kExpired,        // its deadline had passed when it arrived
  kTooLittleTime,  // too little time was left when it arrived
  kCancelled,      // it was cancelled before its handler started
};

// The record of one server request: its grant and its response. Telemetry
// creates spans and metrics from it. A value.
struct RequestReport {
  std::string method;  // "/shop.v1.Inventory/Get"
  // The grant of the request, and where it came from.
  InboundGrant inbound;
  // The time that was left when the request arrived. Infinite without a
  // deadline.
  absl::Duration timeout = absl::InfiniteDuration();

  // The reason for the rejection. kNone if there was no reason.
  RequestRejection rejection = RequestRejection::kNone;
  // Whether the server only recorded the rejection and ran the handler. This
  // happens in observe mode. It also happens if the server has already rejected
  // the maximum ratio of requests.
  bool rejection_only_observed = false;

  // The code of the response. CANCELLED for a request that ended without a
  // response.
  absl::StatusCode code = absl::StatusCode::kOk;
  // The time from the arrival of the request to its end.
  absl::Duration lasted = absl::ZeroDuration();
  // The advice that the server sent in `retry-advice`. nullopt: none.
  std::optional<RetryAdvice> advice;
  // The effect of the idempotency key of the request. kNone without a key.
  ReplayResult replay = ReplayResult::kNone;
  // How long the request waited for an earlier request with its key.
  absl::Duration replay_wait = absl::ZeroDuration();
  // Whether the replay store failed before the handler ran, or did not record
  // the end of the handler.
  bool replay_store_failed = false;
  // The number of outgoing calls that belong to the request.
  int calls = 0;
};

}  // namespace baton

#endif  // BATON_REQUEST_REPORT_H_
