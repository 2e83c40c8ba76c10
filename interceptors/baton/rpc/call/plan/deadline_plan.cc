// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/plan/deadline_plan.h"

#include "baton/rpc/grpc/context_access.h"
#include "grpc/grpc.h"

namespace baton::rpc {

DeadlinePlan::DeadlinePlan(const grpc::ClientContext& context,
                           const CallPlan& plan, Deadline wanted)
    : plan_(plan), wanted_(wanted) {
  Inherit(context);
  Resolve();
}

void DeadlinePlan::Inherit(const grpc::ClientContext& context) {
  const bool has_parent = ParentOf(context) != nullptr;
  if (has_parent &&
      (PropagationOf(context).c_bitmask() & GRPC_PROPAGATE_DEADLINE) == 0) {
    return;
  }
  const RequestRecord* const request = plan_.request.record();
  if (request != nullptr) {
    inherited_ = request->deadline();
    is_sent_by_grpc_ = has_parent;
  } else {
    inherits_unknown_ = has_parent;
  }
}

void DeadlinePlan::Resolve() {
  DeadlineOptions options = plan_.policy->deadline;
  // A stream may be long-lived on purpose. Only the application can know.
  const bool may_stay = plan_.kind != CallKind::kUnary &&
                        options.missing == MissingDeadline::kDefault;
  const bool need_not_say =
      inherits_unknown_ && options.missing == MissingDeadline::kReject;
  if (may_stay || need_not_say) options.missing = MissingDeadline::kAllow;
  effective_ =
      core::ResolveDeadline(options, wanted_, inherited_, plan_.started_at);
  if (effective_.missing && inherits_unknown_) {
    effective_.missing = false;
    if (effective_.source == DeadlineSource::kNone) {
      effective_.source = DeadlineSource::kInherited;
    }
  }
}

bool DeadlinePlan::IsTold() const {
  Deadline told = plan_.own_deadline;
  if (told == effective_.deadline) return true;
  if (is_sent_by_grpc_) told = Deadline::Earlier(told, inherited_);
  // gRPC sends nothing then, and Baton can.
  if (told.IsNone()) return true;
  return told.time() - effective_.deadline.time() <=
         plan_.policy->deadline.hop_reserve;
}

Deadline DeadlinePlan::Enforced() const {
  return plan_.policy->mode == Mode::kEnforce ? effective_.deadline : wanted_;
}

}  // namespace baton::rpc
