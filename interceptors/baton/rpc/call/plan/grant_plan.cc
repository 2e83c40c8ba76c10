// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/plan/grant_plan.h"

#include "baton/core/decision/grant_use.h"
#include "baton/policy/core_retries.h"
#include "baton/policy/retry_stop.h"

namespace baton::rpc {
namespace {

int GrantOf(const CallTerms& terms, const CallPlan& plan) {
  if (terms.disables_retries()) return 0;
  if (terms.group_grant().has_value()) return *terms.group_grant();
  return plan.request.granted().value_or(
      core::GrantAtEdge(plan.policy->retry, plan.is_unlinked));
}

// Decides whether attempts carry the header. `has_group_grant`: a group has
// given the call its grant.
void PlanHeader(bool has_group_grant, CallPlan& plan) {
  core::HeaderFacts facts;
  facts.is_linked = has_group_grant || plan.request.record() != nullptr;
  facts.has_grant = has_group_grant || plan.request.granted().has_value();
  facts.retries_stopped = plan.retries_stopped;
  plan.sends_header = core::SendsHeader(*plan.policy, facts);
  // The callee could spend the grant again for each attempt of gRPC core.
  plan.passes_grant_on = facts.has_grant && plan.channel->core_retries() !=
                                                CoreRetries::kUnchanged;
}

}  // namespace

void PlanGrant(const CallTerms& terms, CallPlan& plan) {
  plan.grant = GrantOf(terms, plan);
  plan.retries_stopped = AllRetriesStopped();
  if (plan.retries_stopped) {
    plan.channel->NoteStoppedCall();
    plan.grant = 0;
    plan.waits_for_connection = false;
  }
  PlanHeader(terms.group_grant().has_value(), plan);
  const RequestRecord* const request = plan.request.record();
  if (request != nullptr) plan.hop = request->inbound().hop;
}

}  // namespace baton::rpc
