// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/plan/call_terms.h"

#include <memory>
#include <utility>

#include "baton/rpc/call/plan/policy_overrides.h"
#include "baton/rpc/request/context_extension.h"

namespace baton::rpc {

CallTerms::CallTerms(const grpc::ClientContext& context,
                     CallMembership membership, CallPlan& plan) {
  if (const ContextExtension* extension = ContextExtension::Find(context)) {
    overrides_ = extension->overrides();
  }
  if (membership.group != nullptr) Join(std::move(membership), plan);
}

void CallTerms::Join(CallMembership membership, CallPlan& plan) {
  const absl::StatusOr<CallGroup::Terms> terms =
      membership.group->OnCallStarted(
          {plan.method, overrides_.has_value() ? &*overrides_ : nullptr,
           membership.has_stable_key});
  if (!terms.ok()) {
    plan.rejection = terms.status();
    return;
  }
  plan.membership = std::move(membership);
  plan.earlier_attempts = terms->earlier_attempts;
  group_grant_ = terms->grant;
  group_deadline_ = terms->deadline;
  if (terms->single_attempt) {
    if (!overrides_.has_value()) overrides_.emplace();
    overrides_->disable_retries = true;
  }
}

void CallTerms::ApplyTo(CallPlan& plan) const {
  if (!overrides_.has_value()) return;
  plan.overridden = std::make_unique<const MethodPolicy>(
      WithOverrides(*plan.policy, *overrides_));
  plan.policy = plan.overridden.get();
  if (plan.kind == CallKind::kUnary) {
    plan.idempotency_key = overrides_->idempotency_key.value_or("");
  }
}

Deadline CallTerms::WantedDeadline(const CallPlan& plan) const {
  const Deadline wanted = Deadline::Earlier(plan.own_deadline, group_deadline_);
  if (!overrides_.has_value() || !overrides_->timeout.has_value()) {
    return wanted;
  }
  return Deadline::Earlier(
      wanted, Deadline::After(plan.started_at, *overrides_->timeout));
}

}  // namespace baton::rpc
