// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CALL_REPORT_H_
#define BATON_CALL_REPORT_H_

#include <optional>
#include <string>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/deadline.h"
#include "baton/decision.h"
#include "baton/policy/idempotency.h"
#include "baton/policy/method_policy.h"
#include "baton/policy/owner.h"
#include "baton/retry_budget_header.h"
#include "baton/stop_reason.h"

namespace baton {

// One attempt of a call, after the fact.
struct AttemptReport {
  RetryBudgetHeader::Kind kind = RetryBudgetHeader::Kind::kFirst;
  // Which of the call's fallback channels it went to, from 1; 0: its own.
  int fallback = 0;
  // The wait before it, and what it was for.
  absl::Duration waited = absl::ZeroDuration();
  WaitCause wait_cause = WaitCause::kNone;
  // Since the call began.
  absl::Duration started_after = absl::ZeroDuration();
  absl::Duration lasted = absl::ZeroDuration();
  absl::StatusCode code = absl::StatusCode::kOk;
  AttemptOrigin origin = AttemptOrigin::kServer;
  // What it carried along for the layers below, and what those said that they
  // used of it; nullopt if they said nothing.
  int forwarded_grant = 0;
  std::optional<int> used_below;
};

// What one call did, and why it did no more: what an application may read
// after any call, what logs and spans are made from, and all that there is to
// know about it at 3 a.m. A value.
struct CallReport {
  std::string method;  // "/shop.v1.Inventory/Get"
  std::string target;  // as the channel was created for
  Mode mode = Mode::kEnforce;
  Idempotency idempotency = Idempotency::kUnknown;

  // In the order they were started. No call has more than a few.
  absl::InlinedVector<AttemptReport, 3> attempts;

  // The wait after the last of them, if the call ended in it.
  absl::Duration last_wait = absl::ZeroDuration();
  WaitCause last_wait_cause = WaitCause::kNone;

  absl::StatusCode code = absl::StatusCode::kOk;
  StopReason stop_reason = StopReason::kSucceeded;
  bool outcome_unknown = false;
  // Why a further copy that was due was not sent, if the call is hedged.
  std::optional<StopReason> hedge_refusal;
  absl::Duration lasted = absl::ZeroDuration();

  // The timeout that the call had when it began, infinite if none.
  absl::Duration timeout = absl::InfiniteDuration();
  DeadlineSource deadline_source = DeadlineSource::kNone;
  bool deadline_missing = false;
  bool deadline_capped = false;

  int grant = 0;
  int grant_used = 0;
  int hop = 0;
  OwnerMode owner = OwnerMode::kKeep;
};

// One line, for logs:
//
//   /shop.v1.Inventory/Get UNAVAILABLE after 3 attempts in 52ms: grant_spent
//   [UNAVAILABLE 4ms, backoff 18ms, UNAVAILABLE 5ms, backoff 20ms,
//   UNAVAILABLE 5ms] grant 2/2 keep hop 0 timeout 1s call
//
// (without the breaks). Words and their order are stable within a major
// version; times are rounded to a tenth of a millisecond.
std::string OneLine(const CallReport& report);

// The same with a line for each attempt, for people:
//
//   /shop.v1.Inventory/Get at dns:///inventory:443
//     UNAVAILABLE after 3 attempts in 52ms, stopped by grant_spent
//     #1 first at 0: UNAVAILABLE from server after 4ms, forwarded 0
//     #2 retry at 22ms (waited 18ms, backoff): ...
//     grant 2, used 2, owner keep, hop 0
//     timeout 1s from call
std::string MultiLine(const CallReport& report);

}  // namespace baton

#endif  // BATON_CALL_REPORT_H_
