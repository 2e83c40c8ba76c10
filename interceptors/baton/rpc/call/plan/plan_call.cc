// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/plan/plan_call.h"

#include <utility>

#include "baton/core/decision/grant_use.h"
#include "baton/rpc/call/plan/call_terms.h"
#include "baton/rpc/call/plan/connection_plan.h"
#include "baton/rpc/call/plan/deadline_plan.h"
#include "baton/rpc/call/plan/grant_plan.h"
#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/grpc/convert.h"
#include "baton/rpc/request/unlinked_call.h"

namespace baton::rpc {
namespace {

void LinkRequest(FoundRequest&& found, CallPlan& plan) {
  plan.request = RequestLink(std::move(found.record));
  plan.is_unlinked = found.is_unlinked;
  if (plan.is_unlinked) {
    NoteUnlinkedCall(
        plan.method,
        core::GrantAtEdge(plan.policy->retry, /*is_unlinked=*/true),
        plan.channel->target().methods(), plan.record);
  }
}

}  // namespace

CallPlan PlanCall(std::shared_ptr<const ChannelState> channel,
                  MethodName method, CallKind kind,
                  const grpc::ClientContext& context, FoundRequest request,
                  CallMembership membership) {
  CallPlan plan;
  plan.snapshot = channel->CurrentPolicy();
  plan.channel = std::move(channel);
  plan.method = std::move(method);
  plan.record = plan.method.record();
  plan.kind = kind;
  plan.policy = &plan.snapshot->Find(plan.method);
  plan.started_at = plan.runtime().Now();
  plan.own_deadline = FromGrpcDeadline(context.raw_deadline(), plan.started_at);
  LinkRequest(std::move(request), plan);

  const CallTerms terms(context, std::move(membership), plan);
  terms.ApplyTo(plan);
  const DeadlinePlan deadline(context, plan, terms.WantedDeadline(plan));
  plan.deadline = deadline.effective();
  plan.tells_deadline = deadline.IsTold();
  plan.enforced = deadline.Enforced();
  PlanConnection(context, plan);
  PlanGrant(terms, plan);
  return plan;
}

}  // namespace baton::rpc
