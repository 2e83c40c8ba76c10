// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/report/attempt_reports.h"

#include <cassert>
#include <cstddef>

#include "baton/rpc/call/report/attempt_failure.h"

namespace baton::rpc {
namespace {

// The code of an attempt until its end is recorded. A discarded attempt keeps
// it.
constexpr absl::StatusCode kDiscardedCode = absl::StatusCode::kCancelled;

}  // namespace

void AttemptReports::Add(const AttemptFacts& attempt,
                         MonotonicTime call_started_at) {
  AttemptReport& report = has_first_ ? further_.emplace_back() : first_;
  has_first_ = true;
  report.kind = attempt.header.kind;
  report.fallback = attempt.fallback;
  report.waited = attempt.waited;
  report.wait_cause = attempt.wait_cause;
  report.started_after = attempt.started_at - call_started_at;
  report.forwarded_grant = attempt.header.grant;
  report.code = kDiscardedCode;
  report.origin = AttemptOrigin::kCancelled;
}

AttemptReport& AttemptReports::Of(const AttemptFacts& attempt) {
  assert(has_first_ && attempt.number >= 1 &&
         static_cast<std::size_t>(attempt.number) <= further_.size() + 1);
  if (attempt.number == 1) return first_;
  return further_[static_cast<std::size_t>(attempt.number - 2)];
}

const AttemptReport& AttemptReports::RecordEnd(const AttemptFacts& attempt,
                                               MonotonicTime ended_at,
                                               const AttemptOutcome& outcome) {
  AttemptReport& report = Of(attempt);
  report.lasted = ended_at - attempt.started_at;
  report.code = outcome.code;
  report.origin = outcome.origin;
  report.never_sent = outcome.never_sent;
  report.retry_after = DemandedWait(outcome);
  if (report.failure != nullptr && !IsResponse(outcome)) {
    report.failure = OnlyPeerOf(*report.failure);
  }
  if (outcome.advice.has_value()) {
    report.grant_used_by_callee = outcome.advice->used;
    report.advice = outcome.advice;
  }
  return report;
}

const AttemptReport& AttemptReports::RecordDiscard(const AttemptFacts& attempt,
                                                   MonotonicTime now) {
  AttemptReport& report = Of(attempt);
  report.lasted = now - attempt.started_at;
  if (report.failure != nullptr) report.failure = OnlyPeerOf(*report.failure);
  return report;
}

void AttemptReports::KeepServer(const AttemptFacts& attempt,
                                const std::string& peer) {
  AttemptReport& report = Of(attempt);
  if (report.failure == nullptr) report.failure = FailureAt(peer);
}

void AttemptReports::CopyTo(CallReport& report) const {
  if (has_first_) report.attempts.push_back(first_);
  report.attempts.insert(report.attempts.end(), further_.begin(),
                         further_.end());
}

}  // namespace baton::rpc
