// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_REQUEST_REPORT_H_
#define BATON_REQUEST_REPORT_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/inbound_grant.h"
#include "baton/retry_advice.h"

namespace baton {

// Why a request was turned away before its handler saw it.
enum class RequestRefusal {
  kNone,
  kExpired,   // its deadline had passed when it arrived
  kHopeless,  // what was left of its deadline was too short to be of use
};

// What one server request was given and what it answered: what its span, the
// metrics and the log line are made from. A value.
struct RequestReport {
  std::string method;  // "/shop.v1.Inventory/Get"
  InboundGrant inbound;
  // What the request's deadline left when it arrived, infinite if none.
  absl::Duration timeout = absl::InfiniteDuration();

  RequestRefusal refusal = RequestRefusal::kNone;
  // The refusal was only recorded, and the handler ran (observe mode, or the
  // largest share of requests that may be refused was reached).
  bool refusal_only_observed = false;

  // CANCELLED for a request that ended without an answer.
  absl::StatusCode code = absl::StatusCode::kOk;
  absl::Duration lasted = absl::ZeroDuration();
  // What went back in `retry-advice`; nullopt if nothing did.
  std::optional<RetryAdvice> advice;
  // The calls that its handler made, as far as they were linked to it.
  int calls = 0;
};

}  // namespace baton

#endif  // BATON_REQUEST_REPORT_H_
