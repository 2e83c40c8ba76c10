// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/call_report_writer.h"

#include <cassert>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "baton/attempt_outcome.h"
#include "baton/core/decision/request_advice.h"
#include "baton/core/policy/classifier_presets.h"
#include "baton/core/report/printable_text.h"
#include "baton/rpc/call/external_metadata.h"

namespace baton::rpc {
namespace {

// The code of an attempt until its end is recorded. A discarded attempt keeps
// it.
constexpr absl::StatusCode kDiscardedCode = absl::StatusCode::kCancelled;

// Returns whether the wait before the next attempt was too long.
bool LacksTime(StopReason reason) {
  return reason == StopReason::kNotEnoughTime ||
         reason == StopReason::kThrottledTimeExhausted ||
         reason == StopReason::kContentionTimeExhausted;
}

// Limits what a report keeps of the words of a server.
constexpr std::size_t kMaxKeptBytes = 256;

std::string BeginningOf(absl::string_view text) {
  return std::string(core::BeginningOf(text, kMaxKeptBytes));
}

// Returns the address of the server. Until an attempt reaches one, gRPC returns
// the target of the channel.
std::string PeerOf(const AttemptDetails& details) {
  const std::string peer = details.peer();
  const bool is_address = absl::StartsWith(peer, "ipv4:") ||
                          absl::StartsWith(peer, "ipv6:") ||
                          absl::StartsWith(peer, "unix:");
  return is_address ? BeginningOf(peer) : std::string();
}

// Returns what is left of a failure if Baton or the application has ended the
// attempt: the server has said nothing. Null if nothing is left.
std::shared_ptr<const AttemptFailure> OnlyPeerOf(
    const AttemptFailure& failure) {
  if (failure.peer.empty()) return nullptr;
  auto result = std::make_shared<AttemptFailure>();
  result->peer = failure.peer;
  return result;
}

}  // namespace

CallReportWriter::CallReportWriter(const CallPlan& plan, RequestLink* request)
    : plan_(plan), request_(request) {
  CallObserverFactory* const observers = plan.channel->observers();
  if (observers == nullptr) return;
  CallStart start;
  start.method = plan.method;
  start.target = plan.channel->target_name();
  start.policy = plan.policy;
  start.deadline = plan.deadline;
  start.timeout = plan.deadline.deadline.Remaining(plan.started_at);
  start.grant = plan.grant;
  start.hop = plan.hop;
  if (const RequestRecord* const record = plan.request.record()) {
    start.request = record->observer();
  }
  observer_ = observers->OnCallStart(start);
}

void CallReportWriter::NoteAttemptStart(const AttemptFacts& attempt) {
  assert(!HasEnded());
  wait_cause_ = WaitCause::kNone;
  AttemptReport& report = has_attempt_ ? further_.emplace_back() : first_;
  has_attempt_ = true;
  report.kind = attempt.header.kind;
  report.fallback = attempt.fallback;
  report.waited = attempt.waited;
  report.wait_cause = attempt.wait_cause;
  report.started_after = attempt.started_at - plan_.started_at;
  report.forwarded_grant = attempt.header.grant;
  report.code = kDiscardedCode;
  report.origin = AttemptOrigin::kCancelled;
}

void CallReportWriter::OnAttemptStart(const AttemptFacts& attempt,
                                      AttemptMetadata& metadata) {
  NoteAttemptStart(attempt);
  if (observer_ == nullptr) return;
  AttemptStart start;
  start.number = attempt.number;
  start.fallback = attempt.fallback;
  start.header = attempt.header;
  start.remaining = plan_.deadline.deadline.Remaining(attempt.started_at);
  if (plan_.IsExternal()) {
    ExternalMetadata filtered(metadata,
                              plan_.channel->options().external_trace_context);
    return observer_->OnAttemptStart(start, filtered);
  }
  observer_->OnAttemptStart(start, metadata);
}

AttemptReport& CallReportWriter::ReportOf(const AttemptFacts& attempt) {
  assert(!HasEnded() && has_attempt_ && attempt.number >= 1 &&
         static_cast<std::size_t>(attempt.number) <= further_.size() + 1);
  if (attempt.number == 1) return first_;
  return further_[static_cast<std::size_t>(attempt.number - 2)];
}

StopReason CallReportWriter::ReasonForCallers(const Decision& decision) const {
  // A dry run changes nothing for the callers of this service. What the server
  // advised would reach them without Baton, too.
  const bool is_dry_run = plan_.policy->mode == Mode::kObserve &&
                          decision.reason != StopReason::kServerAdvice;
  return is_dry_run ? StopReason::kObserveOnly : decision.reason;
}

void CallReportWriter::OnAttemptEnd(const AttemptFacts& attempt,
                                    MonotonicTime ended_at,
                                    const AttemptOutcome& outcome,
                                    const Decision* decision) {
  AttemptReport& report = ReportOf(attempt);
  report.lasted = ended_at - attempt.started_at;
  report.code = outcome.code;
  report.origin = outcome.origin;
  report.never_sent = outcome.never_sent;
  report.retry_after = DemandedWait(outcome);
  if (report.failure != nullptr && outcome.origin != AttemptOrigin::kServer &&
      outcome.origin != AttemptOrigin::kUnconfirmed) {
    report.failure = OnlyPeerOf(*report.failure);
  }
  if (outcome.advice.has_value()) {
    report.grant_used_by_callee = outcome.advice->used;
    report.advice = outcome.advice;
  }
  if (plan_.membership.group != nullptr) {
    last_outcome_ = std::make_unique<const AttemptOutcome>(outcome);
  }
  if (decision != nullptr) {
    objection_ = core::ObjectionOf(ReasonForCallers(*decision), outcome);
  }
  if (observer_ == nullptr) return;
  AttemptEnd end;
  end.number = attempt.number;
  end.outcome = &outcome;
  end.decision = decision;
  end.late_stop_reason = report.late_stop_reason;
  end.failure = report.failure.get();
  observer_->OnAttemptEnd(end);
}

void CallReportWriter::OnResponse(const EndedAttempt& attempt) {
  if (attempt.outcome.code == absl::StatusCode::kOk) return;
  const absl::string_view id_key =
      core::RequestIdTrailerOf(plan_.policy->retry.classifier.preset);
  auto failure = std::make_shared<AttemptFailure>();
  failure->peer = PeerOf(attempt.details);
  failure->message = BeginningOf(attempt.details.message());
  failure->reason = BeginningOf(attempt.outcome.error_reason);
  failure->domain = BeginningOf(attempt.outcome.error_domain);
  failure->request_id =
      BeginningOf(attempt.details.FindTrailer(id_key).value_or(""));
  if (failure->peer.empty() && failure->message.empty() &&
      failure->reason.empty() && failure->request_id.empty()) {
    return;
  }
  ReportOf(attempt.facts).failure = std::move(failure);
}

void CallReportWriter::OnAttemptDiscarded(const AttemptFacts& attempt,
                                          MonotonicTime now) {
  AttemptReport& report = ReportOf(attempt);
  report.lasted = now - attempt.started_at;
  if (observer_ != nullptr) {
    observer_->OnAttemptDiscarded(attempt.number, report);
  }
}

void CallReportWriter::OnWait(const Decision& decision) {
  wait_cause_ = decision.wait_cause;
  wait_began_at_ = plan_.runtime().Now();
  if (observer_ != nullptr) observer_->OnWait(decision);
}

void CallReportWriter::SetEnding(absl::StatusCode code,
                                 const Decision& decision,
                                 const core::CallProgress& progress,
                                 MonotonicTime at) {
  Ending& ending = ending_.emplace();
  ending.code = code;
  ending.stop_reason = decision.reason;
  ending.outcome_unknown = decision.outcome_unknown;
  ending.key_is_honored = progress.key_is_honored;
  ending.grant_used = progress.grant.used();
  ending.at = at;
  ending.needed_wait_cause = WaitCause::kNone;
  if (LacksTime(decision.reason)) {
    ending.needed_wait = decision.delay;
    ending.needed_wait_cause = decision.wait_cause;
  }
  ended_.store(true, std::memory_order_release);
}

void CallReportWriter::EndCall(absl::StatusCode code, const Decision& decision,
                               const core::CallProgress& progress) {
  assert(!HasEnded());
  // A group looks at all of its calls, and reports its own outcome.
  if (request_ != nullptr) {
    request_->OnCallEnded(
        {progress.grant.used(), code, objection_,
         decision.outcome_unknown && plan_.membership.group == nullptr});
  }
  SetEnding(code, decision, progress, plan_.runtime().Now());
  if (observer_ == nullptr && plan_.membership.group == nullptr) return;
  const CallReport report = Report();
  if (observer_ != nullptr) {
    observer_->OnCallEnd(report);
    observer_.reset();
  }
  if (plan_.membership.group != nullptr) {
    plan_.membership.group->OnCallEnded({report, last_outcome_.get(),
                                         plan_.membership.has_stable_key,
                                         plan_.channel});
  }
}

std::unique_ptr<const CallReport> CallReportWriter::OnCallEnd(
    absl::StatusCode code, const Decision& decision,
    const core::CallProgress& progress) {
  EndCall(code, decision, progress);
  return std::make_unique<const CallReport>(Report());
}

CallReport CallReportWriter::Report() const {
  assert(HasEnded());
  CallReport report;
  if (has_attempt_) report.attempts.push_back(first_);
  report.attempts.insert(report.attempts.end(), further_.begin(),
                         further_.end());
  report.method = plan_.method;
  report.target = plan_.channel->target_name();
  report.mode = plan_.policy->mode;
  report.idempotency = plan_.policy->idempotency;
  report.code = ending_->code;
  report.stop_reason = ending_->stop_reason;
  report.outcome_unknown = ending_->outcome_unknown;
  report.primary_skipped = has_attempt_ && first_.fallback > 0;
  report.hedge_stop_reason = hedge_stop_reason_;
  report.lasted = ending_->at - plan_.started_at;
  report.timeout = plan_.deadline.deadline.Remaining(plan_.started_at);
  report.last_wait_cause = wait_cause_;
  if (wait_cause_ != WaitCause::kNone) {
    report.last_wait = ending_->at - wait_began_at_;
  }
  report.needed_wait = ending_->needed_wait;
  report.needed_wait_cause = ending_->needed_wait_cause;
  report.deadline_source = plan_.deadline.source;
  report.deadline_missing = plan_.deadline.missing;
  report.deadline_capped = plan_.deadline.capped;
  report.grant = plan_.grant;
  report.grant_used = ending_->grant_used;
  report.hop = plan_.hop;
  report.is_unlinked = plan_.is_unlinked;
  report.owner = plan_.policy->retry.owner.mode;
  report.idempotency_key = plan_.idempotency_key;
  report.key_is_honored = ending_->key_is_honored;
  return report;
}

}  // namespace baton::rpc
