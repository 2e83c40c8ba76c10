// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/first_attempt.h"

#include <algorithm>

#include "baton/core/decision/call_progress.h"
#include "baton/core/decision/grant_use.h"

namespace baton::rpc {

FirstAttempt FirstAttempt::Start(const CallPlan& plan) {
  FirstAttempt first;
  first.facts.started_at = plan.started_at;
  first.facts.header.hop = plan.hop + 1;
  // Without a grant, or to a callee that reports no use of it, nothing is
  // forwarded.
  if (plan.grant == 0) return first;
  const TargetRecord& target = plan.channel->target();
  first.callee_participates = target.Participates(plan.started_at);
  if (!first.callee_participates) return first;
  core::CallGrant grant(plan.grant, plan.policy->retry.owner,
                        first.callee_participates);
  const core::CallProgress progress(plan.started_at, plan.deadline.deadline,
                                    grant);
  first.use = core::GrantUseOf(*plan.policy, progress, plan.started_at);
  grant.SetUse(first.use);
  first.facts.header.grant = grant.StartAttempt();
  return first;
}

core::CallGrant FirstAttempt::GrantOf(const CallPlan& plan) const {
  core::CallGrant grant(plan.grant, plan.policy->retry.owner,
                        callee_participates);
  grant.SetUse(use);
  grant.StartAttempt();
  return grant;
}

int FirstAttempt::AttemptsLeft(const CallPlan& plan) const {
  const int by_grant = plan.grant - facts.header.grant + 1;
  return std::max(std::min(plan.policy->retry.max_attempts, by_grant), 1);
}

}  // namespace baton::rpc
