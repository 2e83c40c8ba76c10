// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/report/call_report_writer.h"

#include <cassert>
#include <memory>

#include "absl/strings/string_view.h"
#include "baton/attempt_outcome.h"
#include "baton/core/decision/request_advice.h"
#include "baton/core/policy/classifier_presets.h"
#include "baton/rpc/call/external_metadata.h"
#include "baton/rpc/call/report/attempt_failure.h"
#include "baton/rpc/runtime/call_ticks.h"

namespace baton::rpc {
namespace {

// Returns the reason that objections may depend on.
StopReason ReasonForCallers(Mode mode, const Decision& decision) {
  // A dry run changes nothing for the callers of this service. What the server
  // advised would reach them without Baton, too.
  const bool is_dry_run =
      mode == Mode::kObserve && decision.reason != StopReason::kServerAdvice;
  return is_dry_run ? StopReason::kObserveOnly : decision.reason;
}

}  // namespace

CallReportWriter::CallReportWriter(const CallPlan& plan, RequestLink* request)
    : plan_(plan), request_(request) {
  CallObserverFactory* const observers = plan.channel->observers();
  if (observers == nullptr) return;
  TickForCall(plan.runtime(), plan.started_at);
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
  attempts_.Add(attempt, plan_.started_at);
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

void CallReportWriter::OnAttemptEnd(const AttemptFacts& attempt,
                                    MonotonicTime ended_at,
                                    const AttemptOutcome& outcome,
                                    const Decision* decision) {
  const AttemptReport& report = attempts_.RecordEnd(attempt, ended_at, outcome);
  if (!IsResponse(outcome) && !outcome.never_sent) {
    attempts_.KeepServer(attempt, ServerOf(plan_, attempt, ended_at));
  }
  if (plan_.membership.group != nullptr) {
    last_outcome_ = std::make_unique<const AttemptOutcome>(outcome);
  }
  if (decision != nullptr) {
    objection_ = core::ObjectionOf(
        ReasonForCallers(plan_.policy->mode, *decision), outcome);
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
      core::RequestIdTrailerOf(plan_.policy->retry.classifier);
  attempts_.KeepFailure(attempt.facts, FailureOf(attempt, id_key));
}

void CallReportWriter::OnAttemptDiscarded(const AttemptFacts& attempt,
                                          MonotonicTime now) {
  const AttemptReport& report = attempts_.RecordDiscard(attempt, now);
  attempts_.KeepServer(attempt, ServerOf(plan_, attempt, now));
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
  ending_.emplace(code, decision, progress, at);
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
  if (observer_ != nullptr) trace_id_ = observer_->TraceId();
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

CallReport CallReportWriter::Report() const {
  assert(HasEnded());
  CallReport report;
  attempts_.CopyTo(report);
  ending_->CopyTo(report);
  report.method = plan_.method;
  report.target = plan_.channel->target_name();
  report.mode = plan_.policy->mode;
  report.idempotency = plan_.policy->idempotency;
  report.primary_skipped = !attempts_.empty() && attempts_.first().fallback > 0;
  report.hedge_stop_reason = hedge_stop_reason_;
  report.lasted = ending_->at - plan_.started_at;
  report.stalled = plan_.runtime().StalledWithin(plan_.started_at, ending_->at);
  report.trace_id = trace_id_;
  report.timeout = plan_.deadline.deadline.Remaining(plan_.started_at);
  report.last_wait_cause = wait_cause_;
  if (wait_cause_ != WaitCause::kNone) {
    report.last_wait = ending_->at - wait_began_at_;
  }
  report.deadline_source = plan_.deadline.source;
  report.deadline_missing = plan_.deadline.missing;
  report.deadline_capped = plan_.deadline.capped;
  report.grant = plan_.grant;
  report.hop = plan_.hop;
  report.is_unlinked = plan_.is_unlinked;
  report.owner = plan_.policy->retry.owner.mode;
  report.idempotency_key = plan_.idempotency_key;
  return report;
}

}  // namespace baton::rpc
