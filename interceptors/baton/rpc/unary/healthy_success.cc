// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/healthy_success.h"

#include "baton/core/decision/call_progress.h"
#include "baton/rpc/call/call_route.h"
#include "baton/rpc/call/outcome_of.h"
#include "baton/rpc/call/report/call_report_writer.h"
#include "baton/rpc/call/response_details.h"

namespace baton::rpc {

void HealthySuccess::Record(const FirstAttempt& first,
                            const grpc::Status& status,
                            const grpc::ClientContext& context,
                            CallPlan& plan) {
  const AttemptFacts& facts = first.facts;
  ended_at_ = plan.runtime().Now();
  const AttemptOutcome outcome =
      OutcomeOf(plan, status, context, Enders::kAlsoOthers);
  const ResponseDetails details(plan, facts, status, context);
  CallRoute route(plan);
  route.OnAttemptEnd({facts, outcome, details}, ended_at_);
  route.OnSuccess(facts, ended_at_);
  plan.channel->target().budget().OnFirstAttemptSuccess(&route.account());
  advice_ = outcome.advice;
  if (plan.request.record() != nullptr) {
    RequestRecord::CallEnd end;
    end.used = GrantOf(first, plan).used();
    plan.request.OnCallEnded(end);
  }
}

core::CallGrant HealthySuccess::GrantOf(const FirstAttempt& first,
                                        const CallPlan& plan) const {
  core::CallGrant grant = first.GrantOf(plan);
  grant.EndAttempt(first.facts.header.grant,
                   advice_.has_value() ? advice_->used : std::nullopt);
  return grant;
}

CallReport HealthySuccess::Report(const FirstAttempt& first,
                                  const LateChecks& late,
                                  const CallPlan& plan) const {
  AttemptOutcome outcome;
  outcome.advice = advice_;
  const Decision decision = Decision::Stop(StopReason::kSucceeded);
  const core::CallProgress progress(plan.started_at, plan.deadline.deadline,
                                    GrantOf(first, plan));
  CallReportWriter writer(plan, /*request=*/nullptr);
  writer.NoteAttemptStart(first.facts);
  writer.SetLateStopReason(first.facts, late.stop_reason());
  writer.OnAttemptEnd(first.facts, ended_at_, outcome, &decision);
  writer.SetEnding(outcome.code, decision, progress, ended_at_);
  return writer.Report();
}

}  // namespace baton::rpc
