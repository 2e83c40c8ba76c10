// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CALL_REPORT_H_
#define BATON_CALL_REPORT_H_

#include "baton/base/export.h"

#include <memory>
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

namespace BATON_EXPORT baton {

// The record of one attempt of a call.
struct AttemptReport {
  // Whether the attempt was the first one, a retry or a hedge.
  RetryBudgetHeader::Kind kind = RetryBudgetHeader::Kind::kFirst;
  // The fallback channel of the attempt, from 1. 0: the primary channel.
  int fallback = 0;
  // The wait before the attempt.
  absl::Duration waited = absl::ZeroDuration();
  // The cause of this wait. kNone if there was no wait.
  WaitCause wait_cause = WaitCause::kNone;
  // The time from the start of the call to the start of the attempt.
  absl::Duration started_after = absl::ZeroDuration();
  // The time from its start until the attempt ended or was discarded.
  absl::Duration lasted = absl::ZeroDuration();
  // The code of the attempt's status. CANCELLED if Baton discarded the attempt.
  absl::StatusCode code = absl::StatusCode::kOk;
  // The source of `code`.
  AttemptOrigin origin = AttemptOrigin::kServer;
  // Whether the attempt found no connection, so that no server received it.
  bool never_sent = false;
  // If the attempt was late, and Baton started no second attempt while it ran:
  // the reason, as found at the last check (docs/late-attempts.md).
  std::optional<StopReason> late_stop_reason;
  // The grant that the attempt forwarded to the callee.
  int forwarded_grant = 0;
  // The part of it that the callee reported as used. nullopt: not reported.
  std::optional<int> grant_used_by_callee;
  // The `retry-advice` of the server. nullopt if the server sent none.
  std::optional<RetryAdvice> advice;
  // The longest wait that the server requested. nullopt if it requested none.
  std::optional<absl::Duration> retry_after;
  // The texts of the failure. Null after success, and if there is no text.
  std::shared_ptr<const AttemptFailure> failure;
};

// The record of one call: its attempts, and the reason why there were no more.
// An application may read the report after each call. Baton also creates logs
// and spans from it. The report is a value: it can be copied.
struct CallReport {
  std::string method;  // "/shop.v1.Inventory/Get"
  std::string target;  // as given to CreateChannel()
  // Whether Baton applied its decisions to the call, or only recorded them.
  Mode mode = Mode::kEnforce;
  // Whether the server may execute the request twice, as it is declared.
  Idempotency idempotency = Idempotency::kUnknown;

  // The attempts, in the order of their start. A call has only a few attempts.
  absl::InlinedVector<AttemptReport, 3> attempts;
  // The wait after the last attempt, if the call ended during that wait.
  absl::Duration last_wait = absl::ZeroDuration();
  // The cause of `last_wait`. kNone if there was no such wait.
  WaitCause last_wait_cause = WaitCause::kNone;
  // The wait before the next attempt, if there was no time for it
  // (kNotEnoughTime, kThrottledTimeExhausted or kContentionTimeExhausted).
  absl::Duration needed_wait = absl::ZeroDuration();
  // The cause of `needed_wait`. kNone if no wait was too long.
  WaitCause needed_wait_cause = WaitCause::kNone;

  // The code of the status that the application receives.
  absl::StatusCode code = absl::StatusCode::kOk;
  // The reason why there were no more attempts.
  StopReason stop_reason = StopReason::kSucceeded;
  // Whether the call failed and may still have taken effect at the server.
  bool outcome_unknown = false;
  // Whether a fallback had the first attempt: the primary had no connection.
  bool primary_skipped = false;
  // If the call is hedged and a hedge was due but not sent: the reason.
  std::optional<StopReason> hedge_stop_reason;
  // The time from the start of the call to its end.
  absl::Duration lasted = absl::ZeroDuration();
  // The part of it in which this process stalled: it ran nothing that was due.
  absl::Duration stalled = absl::ZeroDuration();
  // The timeout at the start of the call. Infinite without a deadline.
  absl::Duration timeout = absl::InfiniteDuration();
  // The source of the deadline.
  DeadlineSource deadline_source = DeadlineSource::kNone;
  // Whether only the policy could set the deadline: see `deadline_source`.
  bool deadline_missing = false;
  // Whether the deadline was later than the policy allows.
  bool deadline_capped = false;
  // The extra attempts that the call was allowed to cause.
  int grant = 0;
  // The part of `grant` that was used, here and in the callees.
  int grant_used = 0;
  // The number of hops between the edge, where the grant was created, and this
  // process. 0: this process is the edge.
  int hop = 0;
  // Whether the call belonged to no request, although the process served some.
  bool is_unlinked = false;
  // The service that spends the grant.
  OwnerMode owner = OwnerMode::kKeep;
  // The id of the trace, as 32 hexadecimal digits. Empty: no trace.
  std::string trace_id;
  // The idempotency key of the call, or empty. With it and the same request,
  // anyone can read the stored response, so the texts below omit it.
  std::string idempotency_key;
  // Whether the server honored the key, as far as the client knew at the end.
  bool key_is_honored = false;
};

// Returns the report as one line, for logs:
//
//   /shop.v1.Inventory/Get UNAVAILABLE after 3 attempts in 52ms:
//   grant_exhausted [UNAVAILABLE 4ms, backoff 18ms, UNAVAILABLE 5ms, backoff
//   20ms, UNAVAILABLE 5ms] grant 2/2 keep hop 0 timeout 1s call
//
// The text has no line breaks. Later releases of the same major version keep
// the words and their order. Times are rounded to 0.1 ms.
std::string OneLine(const CallReport& report);

// Returns the report for human readers, with a line for each attempt:
//
//   /shop.v1.Inventory/Get at dns:///inventory:443
//     UNAVAILABLE after 3 attempts in 52ms, no retry: grant_exhausted
//     #1 first at 0: UNAVAILABLE from server after 4ms, forwarded 0, peer
//     ipv4:10.0.0.1:443, reason BUSY, request id 7c1, message "try later"
//     #2 retry at 22ms (waited 18ms, backoff): ...
//     grant 2, used 2, owner keep, hop 0
//     timeout 1s from call
std::string MultiLine(const CallReport& report);

}  // namespace baton

#endif  // BATON_CALL_REPORT_H_
